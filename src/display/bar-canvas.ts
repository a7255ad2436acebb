// The common part of charts with one bar per step: the canvas in device pixels, the mark of the
// current step, the line below the bars and the labels. A chart draws its bars in between.

/** Room above and below the bars for the labels, in CSS pixels. */
export const BAR_MARGIN = 18;
/** The distance of labels from the sides of the canvas, in CSS pixels. */
export const SIDE_MARGIN = 2;

/** A canvas that is ready to be drawn on, in CSS pixels. */
export interface BarCanvas {
  /** Draws on the canvas. */
  readonly context: CanvasRenderingContext2D;
  /** The width of the canvas. */
  readonly width: number;
  /** The height of the canvas. */
  readonly height: number;
  /** Where the bars stand. */
  readonly base: number;
  /** Returns the value of a CSS variable. */
  readonly colour: (name: string) => string;
}

/** Calls `draw` whenever the size of the canvas or the colours of the page have changed. */
export function redrawOnChange(canvas: HTMLCanvasElement, draw: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  new ResizeObserver(draw).observe(canvas);
}

/** Clears a canvas; null if it is not visible. */
export function beginBars(canvas: HTMLCanvasElement): BarCanvas | null {
  const context = canvas.getContext('2d');
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (context === null || width === 0) return null;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  return { context, width, height, base: height - BAR_MARGIN, colour: (name) => style.getPropertyValue(name) };
}

/** Marks the step whose bar is `cell` pixels wide and starts at `left`. */
export function markBar({ context, height, colour }: BarCanvas, left: number, cell: number): void {
  context.fillStyle = colour('--selected');
  context.fillRect(left - 1, 0, Math.max(3, cell + 2), height);
}

/**
 * Draws the line below the bars, the numbers of the first and last step, and `scale` above them.
 */
export function labelBars({ context, width, base, colour }: BarCanvas, scale: string, stepCount: number): void {
  context.fillStyle = colour('--line');
  context.fillRect(0, base, width, 1);
  context.fillStyle = colour('--muted');
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'top';
  context.fillText(scale, SIDE_MARGIN, 2);
  context.fillText('1', SIDE_MARGIN, base + 4);
  context.textAlign = 'right';
  if (stepCount > 1) context.fillText(String(stepCount), width - SIDE_MARGIN, base + 4);
}

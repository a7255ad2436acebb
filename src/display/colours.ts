// The colours of the model. The time of contact runs from dark red through orange to pale yellow:
// lightness alone distinguishes early from late.
import { Color } from 'three';

/** The colours of the times 0, 0.5 and 1. stage.css repeats them for the legend. */
const TIME_RAMP = ['#c2184b', '#f26b2a', '#ffdc5a'].map((hex) => new Color(hex));

/** Returns the colour of a time from 0 to 1, in `out`. */
export function timeColour(time: number, out: Color = new Color()): Color {
  const place = Math.min(1, Math.max(0, time)) * (TIME_RAMP.length - 1);
  const below = Math.min(TIME_RAMP.length - 2, Math.floor(place));
  return out.copy(TIME_RAMP[below]).lerp(TIME_RAMP[below + 1], place - below);
}

/**
 * Returns a muted colour, so that contacts stand out. Consecutive objects differ much in hue, and
 * none is near the colours of time.
 */
export function objectColour(object: number, isDark: boolean): Color {
  const hue = (0.58 + 0.381966 * object) % 1;
  const cool = 0.3 + 0.45 * hue;
  return new Color().setHSL(cool, 0.22, isDark ? 0.56 : 0.7);
}

/**
 * The colours of a clash: its parts, their crossing faces, all other parts, the deepest point, and
 * the curve. clashes.css repeats them for the legend.
 */
export const CLASH_COLOURS = {
  partA: '#86aee6',
  hitA: '#1f5fbf',
  partB: '#f3c88f',
  hitB: '#d9730d',
  rest: '#9aa4b2',
  point: '#ffe14d',
  lineOnLight: '#10141a',
  lineOnDark: '#ffffff',
} as const;

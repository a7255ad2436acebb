// Colours of what is drawn. Time of contact runs from dark red through orange to pale yellow: lightness alone tells early from late.
import { Color } from 'three';

/** Also in stage.css, for the legend. */
const TIME_RAMP = ['#c2184b', '#f26b2a', '#ffdc5a'].map((hex) => new Color(hex));

/** time from 0 to 1. */
export function timeColour(time: number, out: Color = new Color()): Color {
  const place = Math.min(1, Math.max(0, time)) * (TIME_RAMP.length - 1);
  const below = Math.min(TIME_RAMP.length - 2, Math.floor(place));
  return out.copy(TIME_RAMP[below]).lerp(TIME_RAMP[below + 1], place - below);
}

/** Muted, so that contacts stand out; neighbours in number are far apart in hue, and none is near the colours of time. */
export function objectColour(object: number, isDark: boolean): Color {
  const hue = (0.58 + 0.381966 * object) % 1;
  const cool = 0.3 + 0.45 * hue;
  return new Color().setHSL(cool, 0.22, isDark ? 0.56 : 0.7);
}

// C²A: first contact of two rigid soups by controlled conservative advancement, with the paper's
// counters N_τ and N_BV: as published, without control, from infinity, and with our defaults.
import { Advancement, AS_PUBLISHED, RigidMotion, SweptSpheres } from 'graze/c2a';

/** A ring of flat blades around z: 2 triangles each. */
const blades = Array.from({ length: 400 }, (_, i) => (2 * Math.PI * i) / 400).flatMap((angle) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, s, -0.2, 2 * c, 2 * s, -0.2, 2 * c, 2 * s, 0.2, c, s, -0.2, 2 * c, 2 * s, 0.2, c, s, 0.2];
});
const ring = SweptSpheres.over(blades);
const upright: readonly number[] = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

const advancement = new Advancement(ring, ring);
const start = { position: [5, 0.3, 0.1], rotation: [0, 0, 0, 1] };
const motion = RigidMotion.between(start, { position: [0, 0, 0.2], rotation: upright });
const still = RigidMotion.still({ position: [0, 0, 0], rotation: [0, 0, 0, 1] });
for (const [name, options] of [
  ['as published', AS_PUBLISHED],
  ['w = 0.3', { ...AS_PUBLISHED, w: 0.3 }],
  ['cached distance, w = 1', { ...AS_PUBLISHED, control: false }],
  ['from infinity, w = 1', { ...AS_PUBLISHED, control: false, coherence: false }],
  ['our defaults', {}],
] as const) {
  const { state, time, iterations, frontNodes } = advancement.firstContact(motion, still, options);
  console.log(`${name}: ${state} at ${time.toFixed(3)}, N_τ ${iterations}, N_BV ${frontNodes}`);
}

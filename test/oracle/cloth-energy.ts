// Energy of a cloth and its dissipative forces, by the formulas of the model: what forces and
// matrix of the solver are derivatives of. The simulation itself needs neither.
import type { ClothModel } from '../../src/engine/cloth/model/cloth-model.ts';

/** m/s². */
type Gravity = ArrayLike<number>;

const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Warp and weft of triangle t; of velocities, their rates. */
function warpWeftOf(model: ClothModel, t: number, x: Float64Array): [Float64Array, Float64Array] {
  const w = new Float64Array(6);
  model.warpWeft(t, x, w);
  return [w.subarray(0, 3), w.subarray(3)];
}

/** Elastic and potential energy in J, up to a constant. */
export function clothEnergy(model: ClothModel, x: Float64Array, gravity: Gravity = [0, 0, -9.81]): number {
  const { mass, elements, hinges } = model;
  let sum = 0;
  for (let t = 0; t < elements.stretch.length; t++) {
    const [wu, wv] = warpWeftOf(model, t, x);
    const strainSq = (Math.hypot(...wu) - 1) ** 2 + (Math.hypot(...wv) - 1) ** 2;
    sum += (elements.stretch[t] * strainSq + elements.shear[t] * dot(wu, wv) ** 2) / 2;
  }
  hinges.stiffness.forEach((stiffness, hinge) => {
    for (let k = 0; k < 3; k++) {
      let fold = 0;
      for (let i = 4 * hinge; i < 4 * hinge + 4; i++) fold += hinges.weights[i] * x[3 * hinges.particles[i] + k];
      sum += (stiffness * fold * fold) / 2;
    }
  });
  return x.reduce((all, value, i) => all - mass[Math.floor(i / 3)] * gravity[i % 3] * value, sum);
}

/** Forces of damping and air drag at velocities v, in N per particle. */
export function dissipativeForces(model: ClothModel, x: Float64Array, v: Float64Array): Float64Array {
  const { triangles, elements, hinges } = model;
  const forces = new Float64Array(x.length);
  for (let t = 0; t < elements.stretch.length; t++) {
    const [wu, wv] = warpWeftOf(model, t, x);
    const [uRate, vRate] = warpWeftOf(model, t, v);
    const [g0, g1, g2, g3] = elements.gradient.subarray(4 * t, 4 * t + 4);
    const byU = (elements.damping[t] * elements.stretch[t] * dot(wu, uRate)) / dot(wu, wu);
    const byV = (elements.damping[t] * elements.stretch[t] * dot(wv, vRate)) / dot(wv, wv);
    const byAngle = elements.damping[t] * elements.shear[t] * (dot(wu, vRate) + dot(wv, uRate));
    const normal = Float64Array.from([0, 1, 2], (k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return wu[i] * wv[j] - wu[j] * wv[i];
    });
    const gradients = [
      [-g0 - g1, -g2 - g3],
      [g0, g2],
      [g1, g3],
    ];
    gradients.forEach(([u, w], corner) => {
      const at = 3 * triangles[3 * t + corner];
      const drag = (elements.drag[t] * dot(normal, v.subarray(at, at + 3))) / dot(normal, normal);
      for (let k = 0; k < 3; k++) {
        const strain = u * (byU * wu[k] + byAngle * wv[k]) + w * (byV * wv[k] + byAngle * wu[k]);
        forces[at + k] -= strain + drag * normal[k];
      }
    });
  }
  hinges.stiffness.forEach((stiffness, hinge) => {
    for (let k = 0; k < 3; k++) {
      let rate = 0;
      for (let i = 4 * hinge; i < 4 * hinge + 4; i++) rate += hinges.weights[i] * v[3 * hinges.particles[i] + k];
      for (let i = 4 * hinge; i < 4 * hinge + 4; i++)
        forces[3 * hinges.particles[i] + k] -= stiffness * hinges.damping[hinge] * rate * hinges.weights[i];
    }
  });
  return forces;
}

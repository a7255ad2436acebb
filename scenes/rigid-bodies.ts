// The motion of scenes with many bodies: each body is a rigid cluster of balls; sequential impulses
// with friction separate those that overlap. It is made to look right and is no solver: inertia is
// the same about every axis. Lengths in scene units, time in frames.

/** A body at the start. */
export interface RigidBody {
  readonly centre: readonly number[];
  readonly velocity: readonly number[];
  readonly spin: readonly number[];
  /** The mass; infinite for a body that nothing stops. */
  readonly mass: number;
  /** Four numbers per ball: its position relative to the centre, and its radius. */
  readonly balls: readonly number[];
  /** Until this frame the body is fixed. */
  readonly heldUntil?: number;
}

/** The bodies, and the forces and walls around them. */
export interface World {
  readonly bodies: readonly RigidBody[];
  readonly frameCount: number;
  /** Gravity along −z: speed gained per frame. */
  readonly gravity: number;
  /** Attraction to the origin: speed gained per frame and unit of distance. */
  readonly pull?: number;
  readonly bounce: number;
  readonly friction: number;
  /** Returns the distance from the nearest wall and writes its inward normal. */
  wall(x: number, y: number, z: number, normal: Float64Array): number;
}

/** Numbers per pose: the rotation by rows, then the centre. */
const POSE = 12;
const SUBSTEPS = 6;
const DT = 1 / SUBSTEPS;
/**
 * The number of buckets of the hash grid, a power of two. Cells that share a bucket only cost time.
 */
const BUCKETS = 8192;

/** Returns the poses of all bodies at all frames; `place` reads them. */
export function simulate(world: World): Float64Array {
  const { bodies, frameCount } = world;
  const poses = new Float64Array(POSE * bodies.length * frameCount);
  const state = new Bodies(world);
  for (let frame = 0; frame < frameCount; frame++) {
    poses.set(state.pose, POSE * bodies.length * frame);
    for (let k = 0; k < SUBSTEPS; k++) state.step(frame);
  }
  return poses;
}

/** Transforms the points of a body, given relative to its centre, by the pose in this row. */
export function place(
  poses: Float64Array,
  row: number,
  points: ArrayLike<number>,
  out: Float64Array,
  first: number,
): void {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = poses.subarray(POSE * row, POSE * row + POSE);
  for (let k = 0; k < points.length; k += 3) {
    const [p, q, r] = [points[k], points[k + 1], points[k + 2]];
    out[first + k] = x + a * p + b * q + c * r;
    out[first + k + 1] = y + d * p + e * q + f * r;
    out[first + k + 2] = z + g * p + h * q + i * r;
  }
}

class Bodies {
  readonly pose: Float64Array;
  private readonly world: World;
  private readonly velocity: Float64Array;
  private readonly spin: Float64Array;
  private readonly lightness: Float64Array;
  private readonly swivel: Float64Array;
  /**
   * For each ball: its body, its offset in the body, its radius, the rotated offset (arm), and its
   * position.
   */
  private readonly bodyOf: Int32Array;
  private readonly offset: Float64Array;
  private readonly radius: Float64Array;
  private readonly arm: Float64Array;
  private readonly at: Float64Array;
  private readonly driven: number[] = [];
  private readonly cell: number;
  private readonly heads = new Int32Array(BUCKETS);
  private readonly next: Int32Array;
  private readonly normal = new Float64Array(3);

  constructor(world: World) {
    const { bodies } = world;
    this.world = world;
    this.pose = Float64Array.from(bodies.flatMap(({ centre }) => [1, 0, 0, 0, 1, 0, 0, 0, 1, ...centre]));
    this.velocity = Float64Array.from(bodies.flatMap(({ velocity }) => velocity));
    this.spin = Float64Array.from(bodies.flatMap(({ spin }) => spin));
    this.lightness = Float64Array.from(bodies, ({ mass }) => 1 / mass);
    this.swivel = Float64Array.from(bodies, ({ mass, balls }) => 1 / (mass * 0.4 * extentSq(balls)));
    const rows = bodies.flatMap(({ balls }, b) =>
      Array.from({ length: balls.length / 4 }, (_, k) => [b, ...balls.slice(4 * k, 4 * k + 4)]),
    );
    this.bodyOf = Int32Array.from(rows, (row) => row[0]);
    this.offset = Float64Array.from(rows.flatMap((row) => row.slice(1, 4)));
    this.radius = Float64Array.from(rows, (row) => row[4]);
    this.arm = new Float64Array(3 * rows.length);
    this.at = new Float64Array(3 * rows.length);
    this.next = new Int32Array(rows.length);
    let widest = 0;
    rows.forEach(([body, , , , radius], i) => {
      if (this.lightness[body] === 0) this.driven.push(i);
      else widest = Math.max(widest, radius);
    });
    this.cell = 2 * widest;
  }

  step(frame: number): void {
    this.accelerate(frame);
    this.turnArms();
    this.meetWalls(frame);
    this.meetDriven(frame);
    this.meetOthers(frame);
    this.advance(frame);
  }

  private isHeld(body: number, frame: number): boolean {
    return frame < (this.world.bodies[body].heldUntil ?? 0);
  }

  private accelerate(frame: number): void {
    const { velocity, pose, world } = this;
    for (let b = 0; b < world.bodies.length; b++) {
      if (this.lightness[b] === 0 || this.isHeld(b, frame)) continue;
      velocity[3 * b + 2] -= world.gravity * DT;
      for (let k = 0; k < 3; k++) velocity[3 * b + k] -= (world.pull ?? 0) * pose[POSE * b + 9 + k] * DT;
    }
  }

  private turnArms(): void {
    const { pose, offset, arm, at, bodyOf } = this;
    for (let i = 0; i < bodyOf.length; i++) {
      const p = POSE * bodyOf[i];
      for (let k = 0; k < 3; k++) {
        const row = p + 3 * k;
        arm[3 * i + k] =
          pose[row] * offset[3 * i] + pose[row + 1] * offset[3 * i + 1] + pose[row + 2] * offset[3 * i + 2];
        at[3 * i + k] = pose[p + 9 + k] + arm[3 * i + k];
      }
    }
  }

  private meetWalls(frame: number): void {
    const { world, bodyOf, radius, at, normal } = this;
    for (let i = 0; i < bodyOf.length; i++) {
      if (this.lightness[bodyOf[i]] === 0 || this.isHeld(bodyOf[i], frame)) continue;
      const overlap = radius[i] - world.wall(at[3 * i], at[3 * i + 1], at[3 * i + 2], normal);
      if (overlap > 0) this.part(i, -1, overlap, frame);
    }
  }

  private meetDriven(frame: number): void {
    for (const i of this.driven) {
      for (let j = 0; j < this.bodyOf.length; j++) if (this.lightness[this.bodyOf[j]] > 0) this.meet(j, i, frame);
    }
  }

  /** Tests every ball against those entered before it, in its own and the 26 adjacent cells. */
  private meetOthers(frame: number): void {
    const { bodyOf, heads, next, cell, at } = this;
    heads.fill(-1);
    for (let i = 0; i < bodyOf.length; i++) {
      if (this.lightness[bodyOf[i]] === 0) continue;
      const x = Math.floor(at[3 * i] / cell);
      const y = Math.floor(at[3 * i + 1] / cell);
      const z = Math.floor(at[3 * i + 2] / cell);
      for (let dx = -1; dx <= 1; dx++)
        for (let dy = -1; dy <= 1; dy++)
          for (let dz = -1; dz <= 1; dz++)
            for (let j = heads[bucket(x + dx, y + dy, z + dz)]; j >= 0; j = next[j]) this.meet(i, j, frame);
      const own = bucket(x, y, z);
      next[i] = heads[own];
      heads[own] = i;
    }
  }

  private meet(i: number, j: number, frame: number): void {
    const { at } = this;
    if (this.bodyOf[i] === this.bodyOf[j]) return;
    const reach = this.radius[i] + this.radius[j];
    const x = at[3 * i] - at[3 * j];
    const y = at[3 * i + 1] - at[3 * j + 1];
    const z = at[3 * i + 2] - at[3 * j + 2];
    const distanceSq = x * x + y * y + z * z;
    if (distanceSq >= reach * reach || distanceSq === 0) return;
    const distance = Math.sqrt(distanceSq);
    this.normal[0] = x / distance;
    this.normal[1] = y / distance;
    this.normal[2] = z / distance;
    this.part(i, j, reach - distance, frame);
  }

  /**
   * Separates two balls, or a ball and a wall. Ball i gets an impulse along the normal and one
   * against sliding; ball j, if there is one, the opposite.
   */
  private part(i: number, j: number, overlap: number, frame: number): void {
    const { normal, world, bodyOf } = this;
    const slide = this.relativeVelocity(i, j, frame);
    const approach = slide[0] * normal[0] + slide[1] * normal[1] + slide[2] * normal[2];
    // Overlap is corrected slowly, because a quick correction would throw bodies apart.
    const wanted = Math.max(-world.bounce * approach, Math.min(0.15 * overlap * SUBSTEPS, 0.05 * this.cell));
    const give = this.give(i, normal, frame) + (j < 0 ? 0 : this.give(j, normal, frame));
    const impulse = (wanted - approach) / give;
    if (!(impulse > 0) || give === 0) return;
    for (let k = 0; k < 3; k++) slide[k] -= approach * normal[k];
    const speed = Math.hypot(slide[0], slide[1], slide[2]);
    const grip = speed === 0 ? 0 : Math.min((world.friction * impulse) / speed, 0.3 / give);
    const push = [0, 1, 2].map((k) => impulse * normal[k] - grip * slide[k]);
    this.apply(i, bodyOf[i], push, 1, frame);
    if (j >= 0) this.apply(j, bodyOf[j], push, -1, frame);
  }

  private relativeVelocity(i: number, j: number, frame: number): [number, number, number] {
    const v: [number, number, number] = [0, 0, 0];
    for (const [ballId, sign] of [
      [i, 1],
      [j, -1],
    ]) {
      if (ballId < 0 || this.isHeld(this.bodyOf[ballId], frame)) continue;
      const { arm, spin, velocity } = this;
      const [o, s] = [3 * ballId, 3 * this.bodyOf[ballId]];
      v[0] += sign * (velocity[s] + spin[s + 1] * arm[o + 2] - spin[s + 2] * arm[o + 1]);
      v[1] += sign * (velocity[s + 1] + spin[s + 2] * arm[o] - spin[s] * arm[o + 2]);
      v[2] += sign * (velocity[s + 2] + spin[s] * arm[o + 1] - spin[s + 1] * arm[o]);
    }
    return v;
  }

  /** The change of speed along n by a unit impulse along n at this ball. */
  private give(ballId: number, n: Float64Array, frame: number): number {
    const body = this.bodyOf[ballId];
    if (this.isHeld(body, frame)) return 0;
    const [x, y, z] = this.arm.subarray(3 * ballId, 3 * ballId + 3);
    const lever = (y * n[2] - z * n[1]) ** 2 + (z * n[0] - x * n[2]) ** 2 + (x * n[1] - y * n[0]) ** 2;
    return this.lightness[body] + lever * this.swivel[body];
  }

  private apply(ballId: number, body: number, push: readonly number[], sign: number, frame: number): void {
    if (this.isHeld(body, frame)) return;
    const { velocity, spin } = this;
    const [x, y, z] = this.arm.subarray(3 * ballId, 3 * ballId + 3);
    const turn = sign * this.swivel[body];
    for (let k = 0; k < 3; k++) velocity[3 * body + k] += sign * this.lightness[body] * push[k];
    spin[3 * body] += turn * (y * push[2] - z * push[1]);
    spin[3 * body + 1] += turn * (z * push[0] - x * push[2]);
    spin[3 * body + 2] += turn * (x * push[1] - y * push[0]);
  }

  private advance(frame: number): void {
    const { pose, velocity, spin, world } = this;
    for (let b = 0; b < world.bodies.length; b++) {
      if (this.isHeld(b, frame)) continue;
      for (let k = 0; k < 3; k++) pose[POSE * b + 9 + k] += velocity[3 * b + k] * DT;
      turn(pose.subarray(POSE * b, POSE * b + 9), spin.subarray(3 * b, 3 * b + 3));
    }
  }
}

/** Rotates by one substep of this spin (Rodrigues) and makes the matrix orthonormal again. */
function turn(m: Float64Array, spin: Float64Array): void {
  const rate = Math.hypot(spin[0], spin[1], spin[2]);
  if (rate === 0) return;
  const [x, y, z] = spin.map((s) => s / rate);
  const [cos, sin] = [Math.cos(rate * DT), Math.sin(rate * DT)];
  for (let c = 0; c < 3; c++) {
    const [p, q, r] = [m[c], m[3 + c], m[6 + c]];
    const dot = (x * p + y * q + z * r) * (1 - cos);
    m[c] = cos * p + sin * (y * r - z * q) + dot * x;
    m[3 + c] = cos * q + sin * (z * p - x * r) + dot * y;
    m[6 + c] = cos * r + sin * (x * q - y * p) + dot * z;
  }
  const first = 1 / Math.hypot(m[0], m[1], m[2]);
  for (let k = 0; k < 3; k++) m[k] *= first;
  const along = m[0] * m[3] + m[1] * m[4] + m[2] * m[5];
  for (let k = 0; k < 3; k++) m[3 + k] -= along * m[k];
  const second = 1 / Math.hypot(m[3], m[4], m[5]);
  for (let k = 3; k < 6; k++) m[k] *= second;
  m[6] = m[1] * m[5] - m[2] * m[4];
  m[7] = m[2] * m[3] - m[0] * m[5];
  m[8] = m[0] * m[4] - m[1] * m[3];
}

function bucket(x: number, y: number, z: number): number {
  return (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (BUCKETS - 1);
}

/** The squared radius of a body around its centre. */
function extentSq(balls: readonly number[]): number {
  let largest = 0;
  for (let k = 0; k < balls.length; k += 4) {
    largest = Math.max(largest, Math.hypot(balls[k], balls[k + 1], balls[k + 2]) + balls[k + 3]);
  }
  return largest * largest;
}

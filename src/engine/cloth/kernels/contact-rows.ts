// Sequential impulses over rows of contacts: the target speed of each row, the search for rows that
// violate theirs, and projected Gauss–Seidel sweeps with Coulomb friction over the active ones. See
// engine/cloth/response/impulse-solver.ts.
import { CONTACT_STATE, ContactColumns } from './contact-columns';
import { Vectors } from './vectors';

/** The share of a penetrated gap that is restored per frame (Baumgarte's factor). */
const RECOVERY_PER_FRAME: f64 = 0.2;

/** No vertex leads: none can be moved. */
const NO_VERTEX: u32 = 0xffffffff;

/**
 * Sets friction and target speed of the rows [from, to) for a step of h seconds, which is to leave
 * `gap` between the surfaces, or `selfGap` between cloths. The vertex with the largest id decides
 * both: an obstacle's, if there is one.
 */
export function setTargetSpeeds(rows: ContactColumns, from: u32, to: u32, gap: f64, selfGap: f64, h: f64): void {
  rows.stepTime = h;
  const firstObstacle = rows.firstObstacle;
  const vertexFriction = rows.vertexFriction;
  const distances = rows.distance;
  const targetSpeeds = rows.targetSpeed;
  const frictions = rows.friction;
  let ids = rows.vertices + ((<usize>from) << 4);
  for (let row: usize = from; row < to; row++, ids += 16) {
    const last = max(max(load<u32>(ids), load<u32>(ids, 4)), max(load<u32>(ids, 8), load<u32>(ids, 12)));
    const distance = load<f64>(distances + (row << 3));
    const kept = last < firstObstacle ? selfGap : gap;
    store<f64>(targetSpeeds + (row << 3), ContactRows.targetSpeed(rows, distance, kept));
    store<f64>(frictions + (row << 3), load<f64>(vertexFriction + ((<usize>last) << 3)));
  }
}

/**
 * Finds rows to activate. These are the rows with a normal impulse of this solver or of the
 * implicit solve. Of the other rows that approach too fast it is the worst one per leading vertex,
 * since its impulse may satisfy the rest. Rows before `first` count only if an active row moves one
 * of their vertices. Examines the first `count` candidates, or with `isAll` the first `count` rows.
 * Returns how many rows it wrote to `found`.
 */
export function findViolatedRows(rows: ContactColumns, isAll: bool, count: i32, first: u32, tolerance: f64): i32 {
  const candidates = rows.candidates;
  const vertices = rows.vertices;
  const weights = rows.weights;
  const normals = rows.normal;
  const targetSpeeds = rows.targetSpeed;
  const solverImpulses = rows.solverImpulse;
  const normalImpulses = rows.normalImpulse;
  const states = rows.state;
  const velocities = rows.velocities;
  const inverseMass = rows.inverseMass;
  const isMoved = rows.isMoved;
  const worstShortfall = rows.worstShortfall;
  const worstRow = rows.worstRow;
  const leads = rows.leads;
  const out = rows.found;
  let found = out;
  let leadEnd = leads;
  for (let i = 0; i < count; i++) {
    const row: u32 = isAll ? i : load<u32>(candidates + ((<usize>i) << 2));
    if (load<u8>(states + row) > CONTACT_STATE) continue;
    const ids = vertices + ((<usize>row) << 4);
    if (row < first && !ContactRows.isAnyMoved(isMoved, ids)) continue;
    const at = (<usize>row) << 3;
    if (load<f64>(normalImpulses + at) > 0 || load<f64>(solverImpulses + at) > 0) {
      store<u32>(found, row);
      found += 4;
      continue;
    }
    const weight = weights + ((<usize>row) << 5);
    const normal = normals + <usize>row * 24;
    const a = ContactRows.vertex(velocities, ids);
    const b = ContactRows.vertex(velocities, ids + 4);
    const c = ContactRows.vertex(velocities, ids + 8);
    const d = ContactRows.vertex(velocities, ids + 12);
    const normalSpeed =
      Vectors.sum(f64x2.mul(ContactRows.sumXy(a, b, c, d, weight), v128.load(normal))) +
      ContactRows.sumZ(a, b, c, d, weight) * load<f64>(normal, 16);
    const shortfall = load<f64>(targetSpeeds + at) - tolerance - normalSpeed;
    if (!(shortfall > 0)) continue;
    const lead = ContactRows.lead(ids, weight, inverseMass);
    if (lead == NO_VERTEX) continue;
    const worst = worstShortfall + ((<usize>lead) << 3);
    if (load<f64>(worst) == 0) {
      store<u32>(leadEnd, lead);
      leadEnd += 4;
    }
    if (shortfall > load<f64>(worst)) {
      store<f64>(worst, shortfall);
      store<u32>(worstRow + ((<usize>lead) << 2), row);
    }
  }
  for (let at = leads; at < leadEnd; at += 4) {
    const lead: usize = load<u32>(at);
    store<u32>(found, load<u32>(worstRow + (lead << 2)));
    store<f64>(worstShortfall + (lead << 3), 0);
    found += 4;
  }
  return <i32>((found - out) >> 2);
}

/**
 * One Gauss–Seidel sweep over the first `count` active rows: normal impulse, then friction. Returns
 * the largest change of a normal speed.
 */
export function sweepActiveRows(rows: ContactColumns, count: i32): f64 {
  const vertices = rows.vertices;
  const weights = rows.weights;
  const normals = rows.normal;
  const targetSpeeds = rows.targetSpeed;
  const frictions = rows.friction;
  const solverImpulses = rows.solverImpulse;
  const normalImpulses = rows.normalImpulse;
  const tangentImpulses = rows.tangentImpulse;
  const inverseEffectiveMasses = rows.inverseEffectiveMass;
  const effectiveMasses = rows.effectiveMass;
  const weightedInverseMasses = rows.weightedInverseMass;
  const velocities = rows.velocities;
  let maxChange: f64 = 0;
  let active = rows.active;
  for (const end = active + ((<usize>count) << 2); active < end; active += 4) {
    const row: usize = load<u32>(active);
    const ids = vertices + (row << 4);
    const weight = weights + (row << 5);
    const normal = normals + row * 24;
    const a = ContactRows.vertex(velocities, ids);
    const b = ContactRows.vertex(velocities, ids + 4);
    const c = ContactRows.vertex(velocities, ids + 8);
    const d = ContactRows.vertex(velocities, ids + 12);
    const effectiveMass = load<f64>(effectiveMasses + (row << 3));
    const nxy = v128.load(normal);
    const nz = load<f64>(normal, 16);
    let xy = ContactRows.sumXy(a, b, c, d, weight);
    let z = ContactRows.sumZ(a, b, c, d, weight);
    const normalSpeed = Vectors.sum(f64x2.mul(xy, nxy)) + z * nz;
    const before = load<f64>(normalImpulses + (row << 3));
    let after = before + (load<f64>(targetSpeeds + (row << 3)) - normalSpeed) * effectiveMass;
    if (!(after > 0)) after = 0;
    const impulse = after - before;
    store<f64>(normalImpulses + (row << 3), after);
    const change = abs(impulse) * load<f64>(inverseEffectiveMasses + (row << 3));
    if (change > maxChange) maxChange = change;
    const solverImpulse = load<f64>(solverImpulses + (row << 3));
    const friction = load<f64>(frictions + (row << 3));
    let ixy = f64x2.mul(nxy, f64x2.splat(impulse));
    let iz = nz * impulse;
    if (friction > 0 && (after > 0 || before > 0 || solverImpulse > 0)) {
      // The friction that would end the sliding, clamped to Coulomb's cone.
      const tangentImpulse = tangentImpulses + row * 24;
      const txy = v128.load(tangentImpulse);
      const tz = load<f64>(tangentImpulse, 16);
      const slipXy = f64x2.sub(xy, f64x2.mul(nxy, f64x2.splat(normalSpeed)));
      xy = f64x2.sub(txy, f64x2.mul(slipXy, f64x2.splat(effectiveMass)));
      z = tz - (z - normalSpeed * nz) * effectiveMass;
      const lengthSq = Vectors.sum(f64x2.mul(xy, xy)) + z * z;
      const limit = friction * (after + (solverImpulse > 0 ? solverImpulse : 0));
      const scale = lengthSq > limit * limit ? limit / sqrt(lengthSq) : 1;
      xy = f64x2.mul(xy, f64x2.splat(scale));
      z *= scale;
      v128.store(tangentImpulse, xy);
      store<f64>(tangentImpulse, z, 16);
      ixy = f64x2.add(ixy, f64x2.sub(xy, txy));
      iz += z - tz;
    } else if (impulse == 0) continue;
    const inverseMass = weightedInverseMasses + (row << 5);
    ContactRows.applyImpulse(a, inverseMass, ixy, iz);
    ContactRows.applyImpulse(b, inverseMass + 8, ixy, iz);
    ContactRows.applyImpulse(c, inverseMass + 16, ixy, iz);
    ContactRows.applyImpulse(d, inverseMass + 24, ixy, iz);
  }
  return maxChange;
}

/** Ends the activity of the first `count` active rows. */
export function deactivateRows(rows: ContactColumns, count: i32): void {
  const states = rows.state;
  let active = rows.active;
  for (const end = active + ((<usize>count) << 2); active < end; active += 4)
    store<u8>(states + load<u32>(active), CONTACT_STATE);
}

/** Target speed and inverse effective mass of a row, and sums over its four vertices. */
export class ContactRows {
  /**
   * The inverse effective mass of a row: the change of its normal speed, in m/s, that a normal
   * impulse of 1 N·s gives, Σ weight² · inverse mass. Also sets `weightedInverseMass` of the row,
   * and marks the vertices that its impulses move.
   */
  @inline static inverseEffectiveMass(rows: ContactColumns, row: u32): f64 {
    let weight = rows.weights + ((<usize>row) << 5);
    let weighted = rows.weightedInverseMass + ((<usize>row) << 5);
    let id = rows.vertices + ((<usize>row) << 4);
    let sum: f64 = 0;
    for (let k = 0; k < 4; k++, weight += 8, weighted += 8, id += 4) {
      const vertex: usize = load<u32>(id);
      const weightedInverseMass = load<f64>(weight) * load<f64>(rows.inverseMass + (vertex << 3));
      store<f64>(weighted, weightedInverseMass);
      if (weightedInverseMass != 0) store<u8>(rows.isMoved + vertex, 1);
      sum += load<f64>(weight) * weightedInverseMass;
    }
    return sum;
  }

  /**
   * The slowest speed that leaves a gap after the step. Surfaces that are nearer than the gap part
   * slowly, over several frames.
   */
  @inline static targetSpeed(rows: ContactColumns, distance: f64, gap: f64): f64 {
    return distance > gap ? (gap - distance) / rows.stepTime : (RECOVERY_PER_FRAME * (gap - distance)) / rows.frameTime;
  }

  /** x and y of the weighted sum of four vectors. */
  @inline static sumXy(a: usize, b: usize, c: usize, d: usize, weight: usize): v128 {
    return f64x2.add(
      f64x2.add(
        f64x2.mul(v128.load(a), v128.load_splat<f64>(weight)),
        f64x2.mul(v128.load(b), v128.load_splat<f64>(weight + 8)),
      ),
      f64x2.add(
        f64x2.mul(v128.load(c), v128.load_splat<f64>(weight + 16)),
        f64x2.mul(v128.load(d), v128.load_splat<f64>(weight + 24)),
      ),
    );
  }

  /** z of the same sum. */
  @inline static sumZ(a: usize, b: usize, c: usize, d: usize, weight: usize): f64 {
    return (
      load<f64>(a, 16) * load<f64>(weight) +
      load<f64>(b, 16) * load<f64>(weight, 8) +
      (load<f64>(c, 16) * load<f64>(weight, 16) + load<f64>(d, 16) * load<f64>(weight, 24))
    );
  }

  /** Address of the vector of a vertex; `id` is the address of its id. */
  @inline static vertex(vectors: usize, id: usize): usize {
    return Vectors.at(vectors, load<u32>(id));
  }

  /** v += weightedInverseMass · impulse, for a vertex of a row. */
  @inline static applyImpulse(v: usize, weightedInverseMass: usize, xy: v128, z: f64): void {
    v128.store(v, f64x2.add(v128.load(v), f64x2.mul(v128.load_splat<f64>(weightedInverseMass), xy)));
    store<f64>(v, load<f64>(v, 16) + load<f64>(weightedInverseMass) * z, 16);
  }

  /** Whether an active row moves one of four vertices. */
  @inline static isAnyMoved(isMoved: usize, ids: usize): bool {
    return (
      (load<u8>(isMoved + load<u32>(ids)) |
        load<u8>(isMoved + load<u32>(ids, 4)) |
        load<u8>(isMoved + load<u32>(ids, 8)) |
        load<u8>(isMoved + load<u32>(ids, 12))) !=
      0
    );
  }

  /** The leading vertex of a row: of those that can be moved the one with the largest weight. */
  @inline static lead(ids: usize, weight: usize, inverseMass: usize): u32 {
    let best: f64 = 0;
    let lead = NO_VERTEX;
    for (let k: usize = 0; k < 4; k++) {
      const id = load<u32>(ids + (k << 2));
      const size = abs(load<f64>(weight + (k << 3)));
      if (size > best && load<f64>(inverseMass + ((<usize>id) << 3)) > 0) {
        best = size;
        lead = id;
      }
    }
    return lead;
  }
}

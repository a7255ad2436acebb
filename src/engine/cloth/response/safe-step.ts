// Turns velocities into a step that is proven free of contact: impulses, then impact zones, then
// zones that move as one, then as much of the step as is free. [The order of Bridson, Fedkiw,
// Anderson 2002 §7] `collide` proves the committed step, whichever method led to it.
import type { Contacts } from '../../../core/contacts/contacts.ts';
import type { MeshCollider } from '../../mesh-collider.ts';
import type { ContactRows } from './contact-rows.ts';
import { ImpactZones } from './impact-zones.ts';
import { ImpulseSolver } from './impulse-solver.ts';
import type { ObstacleVelocities } from './obstacle-velocities.ts';

/** The work of a frame. */
export interface ClothTally {
  /** Pairs of features within reach. */
  proximities: number;
  /** Pairs that became rows. */
  rows: number;
  /** Particles that the solver kept from an obstacle. */
  constraints: number;
  /** Iterations of conjugate gradients. */
  solverIterations: number;
  /** Contacts that `collide` found in steps before they were made safe. */
  contacts: number;
  /** Rounds of single impulses against these contacts. */
  impulseRounds: number;
  /** Rounds of impact zones. */
  zoneRounds: number;
  /** Rounds of frozen zones, which move as one. */
  frozenRounds: number;
  /** Sub-steps that were shortened. */
  cuts: number;
}

/** A tally of zeros. */
export function noClothTally(): ClothTally {
  return {
    proximities: 0,
    rows: 0,
    constraints: 0,
    solverIterations: 0,
    contacts: 0,
    impulseRounds: 0,
    zoneRounds: 0,
    frozenRounds: 0,
    cuts: 0,
  };
}

/** Rounds of single impulses. Most contacts are gone after the first one or two. */
const IMPULSE_ROUNDS = 4;
/** Rounds of impact zones, if contacts are left. */
const ZONE_ROUNDS = 8;
/** Rounds of frozen zones, if contacts are still left. */
const FROZEN_ROUNDS = 6;

/** Impulses are exact enough if the gap after the step is missed by this share of it. */
const GAP_TOLERANCE = 0.01;

/** Sweeps per round of impulses. */
const MAX_SWEEPS = 12;

/**
 * A shortened step ends before the contact by this share of the way to it, so that the next
 * sub-step has room.
 */
const STEP_SLACK = 0.25;

/** Turns velocities into steps that are free of contact. */
export class SafeStep {
  private readonly collider: MeshCollider;
  private readonly impulses: ImpulseSolver;
  private readonly zones: ImpactZones;
  private readonly obstacles: ObstacleVelocities;
  /**
   * The row of each pair that met in this step. If a pair meets again, the later contact replaces
   * the earlier one.
   */
  private readonly rowOf = new Map<number, number>();

  /** Inverse masses and velocities are those of all vertices; velocities are changed in place. */
  constructor(
    collider: MeshCollider,
    inverseMass: Float64Array,
    velocities: Float64Array,
    obstacles: ObstacleVelocities,
  ) {
    this.collider = collider;
    // Impulses do not change velocities of obstacles, which rows have in their own column.
    this.impulses = new ImpulseSolver(inverseMass, velocities.subarray(0, 3 * obstacles.first));
    this.zones = new ImpactZones(inverseMass, velocities);
    this.obstacles = obstacles;
  }

  /**
   * Applies impulses until every row has its target speed. The tolerance is a share of `gap`, the
   * distance that the step of h seconds is to leave.
   */
  solveImpulses(rows: ContactRows, gap: number, h: number): void {
    this.impulses.solve(rows, null, (GAP_TOLERANCE * gap) / h, MAX_SWEEPS);
  }

  /**
   * Changes velocities until the motion from x0 to x1 is free of contact, or shortens it. `move`
   * writes x1 from velocities. Returns the share of the step that x1 is the end of, 0 if there is
   * no room.
   */
  makeSafe(
    rows: ContactRows,
    x0: Float64Array,
    x1: Float64Array,
    gap: number,
    h: number,
    move: () => void,
    tally: ClothTally,
  ): number {
    const first = rows.count;
    const tolerance = (GAP_TOLERANCE * gap) / h;
    this.rowOf.clear();
    for (let round = 0; ; round++) {
      move();
      const contacts = this.collider.collide(x0, x1);
      if (contacts.count === 0) return 1;
      tally.contacts += contacts.count;
      const unresolved = this.addContacts(rows, contacts, x0, gap, h);
      if (round < IMPULSE_ROUNDS) {
        tally.impulseRounds++;
        this.impulses.solve(rows, null, tolerance, MAX_SWEEPS, first);
      } else if (round < IMPULSE_ROUNDS + ZONE_ROUNDS) {
        tally.zoneRounds++;
        this.zones.resolve(rows, first, unresolved, this.impulses, tolerance);
      } else if (round < IMPULSE_ROUNDS + ZONE_ROUNDS + FROZEN_ROUNDS) {
        tally.frozenRounds++;
        this.zones.freeze(rows, first, unresolved);
      } else break;
    }
    tally.cuts++;
    return this.shorten(x0, x1);
  }

  /**
   * Adds contacts as rows, or replaces the rows of their pairs. Returns the row of each contact.
   */
  private addContacts(rows: ContactRows, contacts: Contacts, x: Float64Array, gap: number, h: number): Uint32Array {
    return Uint32Array.from({ length: contacts.count }, (_, i) => {
      const pair = rows.keyOf(contacts, i);
      const earlier = this.rowOf.get(pair);
      const row = earlier === undefined ? rows.add(contacts, i, x) : rows.replace(earlier, contacts, i, x);
      this.rowOf.set(pair, row);
      this.obstacles.compute(rows, row, row + 1);
      rows.setTargetSpeeds(row, row + 1, gap, gap, h);
      return row;
    });
  }

  /**
   * Shortens the straight motion until it is proven free. Returns the share that is left, 0 if
   * there is none.
   */
  private shorten(x0: Float64Array, x1: Float64Array): number {
    let share = 1;
    let part = this.collider.maxStep(x0, x1, { slack: STEP_SLACK });
    for (let tries = 0; tries < 60 && part > 0; tries++) {
      share *= part;
      for (let i = 0; i < x1.length; i++) x1[i] = x0[i] + part * (x1[i] - x0[i]);
      if (this.collider.collide(x0, x1, { maxContacts: 1 }).count === 0) return share;
      part = 0.5;
    }
    return 0;
  }
}

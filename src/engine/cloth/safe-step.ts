// From velocities to a step that is proven free of contact: impulses, then impact zones, then zones that move as one, then as much of
// the step as is free. `collide` has the last word on what is committed, whatever led there.
import type { Contacts } from '../../core/contacts/contacts.ts';
import type { MeshCollider } from '../mesh-collider.ts';
import type { ContactRows } from './contact-rows.ts';
import { ImpactZones } from './impact-zones.ts';
import { Impulses, type RowList } from './impulses.ts';
import type { ObstacleVelocities } from './obstacle-velocities.ts';

/** What was done for a frame. */
export interface ClothTally {
  /** Pairs within reach, and those of them that became rows. */
  proximities: number;
  rows: number;
  /** Particles that the solver was told to keep from an obstacle. */
  constraints: number;
  solverIterations: number;
  /** Contacts that were found on the way, and by which means they were met. */
  contacts: number;
  impulseRounds: number;
  zoneRounds: number;
  frozenRounds: number;
  /** Sub-steps that were cut. */
  cuts: number;
}

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

/** Rounds of each means; most contacts are gone after the first one or two. */
const IMPULSE_ROUNDS = 4;
const ZONE_ROUNDS = 8;
const FROZEN_ROUNDS = 6;

/** The share of the distance that is kept by which a step may miss it: impulses need be no better. */
const TOLERANCE = 0.01;

/** Sweeps a round. */
const SWEEPS = 12;

/** The share of the way to a contact that is kept back: the next sub-step starts with room to act. */
const SLACK = 0.25;

export class SafeStep {
  private readonly collider: MeshCollider;
  private readonly impulses: Impulses;
  private readonly zones: ImpactZones;
  private readonly obstacles: ObstacleVelocities;
  private readonly timeStep: number;
  /** Rows of the contacts of this step, by pair: where a pair meets once more, the later place counts. */
  private readonly rowOf = new Map<number, number>();
  /** Rows of the contacts that are not resolved. */
  private readonly open: RowList = { rows: new Uint32Array(0), count: 0 };

  constructor(
    collider: MeshCollider,
    inverseMass: Float64Array,
    velocities: Float64Array,
    obstacles: ObstacleVelocities,
    timeStep: number,
  ) {
    this.collider = collider;
    // Rows have asked for those of obstacles, which impulses do not change.
    this.impulses = new Impulses(inverseMass, velocities.subarray(0, 3 * obstacles.first));
    this.zones = new ImpactZones(inverseMass, velocities);
    this.obstacles = obstacles;
    this.timeStep = timeStep;
  }

  /** Tells rows from one up to another, without it, their friction and the least speed that leaves a gap after h, another one between cloths. */
  aim({ memory, table }: ContactRows, from: number, to: number, gap: number, selfGap: number, h: number): void {
    memory.kernels.aimRows(table, from, to, this.obstacles.first, gap, selfGap, h, this.timeStep);
  }

  /** Keeps rows from approaching faster than they may, so that `gap` is left after h. */
  settle(rows: ContactRows, gap: number, h: number): void {
    this.impulses.settle(rows, null, (TOLERANCE * gap) / h, SWEEPS);
  }

  /**
   * Changes velocities until the way from x0 to x1 is free, or cuts it; `move` writes x1 from velocities. Gives the share of the step
   * that x1 has then, 0 where there is no room.
   */
  find(
    rows: ContactRows,
    x0: Float64Array,
    x1: Float64Array,
    gap: number,
    h: number,
    move: () => void,
    tally: ClothTally,
  ): number {
    const first = rows.count;
    const tolerance = (TOLERANCE * gap) / h;
    this.rowOf.clear();
    for (let round = 0; ; round++) {
      move();
      const contacts = this.collider.collide(x0, x1);
      if (contacts.count === 0) return 1;
      tally.contacts += contacts.count;
      this.addContacts(rows, contacts, x0, gap, h);
      if (round < IMPULSE_ROUNDS) {
        tally.impulseRounds++;
        this.impulses.settle(rows, null, tolerance, SWEEPS, first);
      } else if (round < IMPULSE_ROUNDS + ZONE_ROUNDS) {
        tally.zoneRounds++;
        this.zones.resolve(rows, first, this.open, this.impulses, tolerance);
      } else if (round < IMPULSE_ROUNDS + ZONE_ROUNDS + FROZEN_ROUNDS) {
        tally.frozenRounds++;
        this.zones.freeze(rows, first, this.open);
      } else break;
    }
    tally.cuts++;
    return this.cut(x0, x1);
  }

  private addContacts(rows: ContactRows, contacts: Contacts, x: Float64Array, gap: number, h: number): void {
    if (this.open.rows.length < contacts.count) this.open.rows = new Uint32Array(2 * contacts.count);
    this.open.count = contacts.count;
    for (let i = 0; i < contacts.count; i++) {
      const pair = rows.keyOf(contacts, i);
      const known = this.rowOf.get(pair);
      const row = known === undefined ? rows.add(contacts, i, x) : rows.replace(known, contacts, i, x);
      this.rowOf.set(pair, row);
      this.open.rows[i] = row;
      this.obstacles.ask(rows, row, row + 1);
      this.aim(rows, row, row + 1, gap, gap, h);
    }
  }

  /** Goes back on the straight way until it is free. */
  private cut(x0: Float64Array, x1: Float64Array): number {
    let share = 1;
    let part = this.collider.maxStep(x0, x1, { slack: SLACK });
    for (let tries = 0; tries < 60 && part > 0; tries++) {
      share *= part;
      for (let i = 0; i < x1.length; i++) x1[i] = x0[i] + part * (x1[i] - x0[i]);
      if (this.collider.collide(x0, x1, { maxContacts: 1 }).count === 0) return share;
      part = 0.5;
    }
    return 0;
  }
}

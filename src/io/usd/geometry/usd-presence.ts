// When each instance of a PointInstancer is there. All times are looked at once, so that the answer
// for one instance does not depend on how many others there are.
import { lastAtOrBefore, type StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';

/** An instance that is there at some time. */
export interface UsdInstance {
  /** Its id, or its index. */
  readonly id: number;
  /** The number of its prototype. */
  readonly prototype: number;
}

/** The attributes that decide which instances there are. */
export interface InstanceAttributes {
  /** The prototype of each instance. */
  readonly prototypes: StageAttribute | undefined;
  /** The ids of the instances. */
  readonly ids: StageAttribute | undefined;
  /** The ids of those that are hidden. */
  readonly hidden: StageAttribute | undefined;
  /** The ids of those that are never there. */
  readonly inactive: ReadonlySet<number>;
}

/** An instance, and when it is there: it comes and goes by turns. */
interface TrackedInstance extends UsdInstance {
  /** The numbers of the times at which it comes or goes, ascending. */
  readonly turns: number[];
}

/** Returns the index of each instance by its id. Ids that do not fit are ignored, as OpenUSD does. */
export function indicesById(ids: Float64Array | undefined, count: number): Map<number, number> {
  const indexOf = new Map<number, number>();
  for (let i = 0; i < count; i++) indexOf.set(ids?.length === count ? ids[i] : i, i);
  return indexOf;
}

/** The instances of a PointInstancer, and when each is there. */
export class UsdPresence {
  private readonly times: Float64Array;
  private readonly found: Map<string, TrackedInstance> = new Map();

  /** Looks at all samples. Throws `FileError`. */
  constructor(prim: StagePrim, { prototypes, ids, hidden, inactive }: InstanceAttributes) {
    this.times = changeTimes([prototypes, ids, hidden]);
    prim.budget.take('sampleVisits', this.times.length, prim.path);
    let listed: ReadonlyMap<number, number> = new Map();
    let away: ReadonlySet<number> = inactive;
    let [listKey, hiddenKey] = ['', ''];
    const there = new Map<number, TrackedInstance>();
    this.times.forEach((time, turn) => {
      const [list, idList, hiddenList] = [prototypes, ids, hidden].map((attribute) => attribute?.heldAt(time));
      const [nextList, nextHidden] = [`${list?.key} ${idList?.key}`, `${hiddenList?.key}`];
      const affected = new Set<number>();
      if (nextList !== listKey) {
        for (const id of listed.keys()) affected.add(id);
        prim.budget.take('sampleVisits', list?.count('scalar') ?? 0, prim.path);
        listed = prototypesById(list?.numbers('scalar'), idList?.numbers('scalar'));
        for (const [id, prototype] of listed) {
          affected.add(id);
          this.track(prim, id, prototype);
        }
        listKey = nextList;
      }
      if (nextHidden !== hiddenKey) {
        for (const id of away) affected.add(id);
        away = new Set([...(hiddenList?.numbers('scalar') ?? []), ...inactive]);
        for (const id of away) affected.add(id);
        hiddenKey = nextHidden;
      }
      prim.budget.take('sampleVisits', affected.size, prim.path);
      for (const id of affected) this.turn(there, id, away.has(id) ? undefined : listed.get(id), turn);
    });
  }

  /** The instances that are there at some time, in the order in which they are listed. */
  get instances(): readonly UsdInstance[] {
    return [...this.found.values()].filter(({ turns }) => turns.length > 0);
  }

  /** Returns whether an instance is there, within another one that may not be there. */
  of(instance: UsdInstance, above: ((time: number) => boolean) | undefined): (time: number) => boolean {
    const { times } = this;
    const turns = Float64Array.from(this.found.get(keyOf(instance))?.turns ?? []);
    return (time) => {
      const turn = Math.max(0, lastAtOrBefore(times, time));
      return lastAtOrBefore(turns, turn) % 2 === 0 && (above === undefined || above(time));
    };
  }

  /** Adds an instance if it is new. */
  private track(prim: StagePrim, id: number, prototype: number): void {
    const key = keyOf({ id, prototype });
    if (this.found.has(key)) return;
    prim.budget.take('instances', 1, prim.path);
    this.found.set(key, { id, prototype, turns: [] });
  }

  /** From a time on an id has this prototype, or none; `there` are those of the time before. */
  private turn(there: Map<number, TrackedInstance>, id: number, prototype: number | undefined, turn: number): void {
    const before = there.get(id);
    if (before?.prototype === prototype) return;
    before?.turns.push(turn);
    there.delete(id);
    const now = prototype === undefined ? undefined : this.found.get(keyOf({ id, prototype }));
    if (now === undefined) return;
    now.turns.push(turn);
    there.set(id, now);
  }
}

function keyOf({ id, prototype }: UsdInstance): string {
  return `${id} ${prototype}`;
}

function prototypesById(
  prototypes: Float64Array = new Float64Array(),
  ids: Float64Array | undefined,
): Map<number, number> {
  const indexOf = indicesById(ids, prototypes.length);
  return new Map(Array.from(indexOf, ([id, index]) => [id, prototypes[index]]));
}

/** The times of all samples of some attributes; a single one if nothing changes. */
function changeTimes(attributes: readonly (StageAttribute | undefined)[]): Float64Array {
  const times = new Set<number>();
  for (const attribute of attributes) for (const time of attribute?.times ?? []) times.add(time);
  return times.size === 0 ? Float64Array.of(0) : Float64Array.from(times).sort();
}

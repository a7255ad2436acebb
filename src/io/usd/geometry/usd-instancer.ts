// The instances of a PointInstancer over time: which there are, what each shows, and where it
// stands. Instances are told apart by their ids, or by their index if they have none.
import { composeTrs, TRS } from '../../gltf/gltf-affine.ts';
import type { StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import type { LocalMap } from './usd-transform.ts';

/** An instance that exists at some time. */
export interface UsdInstance {
  /** Its id, or its index. */
  readonly id: number;
  /** The number of its prototype. */
  readonly prototype: number;
}

/** The instances at one time. */
interface InstancesAt {
  /** The index of each instance, by id. */
  readonly indexOf: ReadonlyMap<number, number>;
  readonly prototypes: Float64Array;
  readonly hidden: ReadonlySet<number>;
  readonly positions: Float64Array;
  readonly rotations: Float64Array | undefined;
  readonly scales: Float64Array | undefined;
}

/** The instances of a PointInstancer over time. */
export class UsdInstancer {
  /** The attributes that change over time. */
  readonly moving: readonly StageAttribute[];
  private readonly path: string;
  private readonly prototypes: StageAttribute | undefined;
  private readonly ids: StageAttribute | undefined;
  private readonly positions: StageAttribute | undefined;
  private readonly rotations: StageAttribute | undefined;
  private readonly scales: StageAttribute | undefined;
  private readonly hidden: StageAttribute | undefined;
  private readonly inactive: ReadonlySet<number>;
  private known: InstancesAt | undefined;
  private knownTime = Number.NaN;

  /** Reads the attributes of a prim. */
  constructor(prim: StagePrim) {
    this.path = prim.path;
    this.prototypes = prim.attribute('protoIndices');
    this.ids = prim.attribute('ids');
    this.positions = prim.attribute('positions');
    this.rotations = prim.attribute('orientationsf') ?? prim.attribute('orientations');
    this.scales = prim.attribute('scales');
    this.hidden = prim.attribute('invisibleIds');
    this.inactive = new Set(prim.inactiveIds);
    const all = [this.prototypes, this.ids, this.positions, this.rotations, this.scales, this.hidden];
    this.moving = all.flatMap((one) => (one && !one.isConstant ? [one] : []));
  }

  /** Returns all instances of the prim that exist at some time, those that are always hidden left out. */
  instances(prim: StagePrim): UsdInstance[] {
    const found = new Map<string, UsdInstance>();
    const seen = new Set<string>();
    const isHidden = this.hidden?.isConstant ? this.at(0).hidden : this.inactive;
    const times = this.changeTimes();
    prim.budget.take('sampleVisits', times.length, prim.path);
    for (const time of times) {
      const key = `${this.prototypes?.heldAt(time)?.key} ${this.ids?.heldAt(time)?.key}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const { indexOf, prototypes } = this.at(time);
      prim.budget.take('sampleVisits', indexOf.size, prim.path);
      for (const [id, index] of indexOf) {
        const prototype = prototypes[index];
        if (!isHidden.has(id)) found.set(`${id} ${prototype}`, { id, prototype });
      }
    }
    return [...found.values()];
  }

  /** Returns where an instance stands; it keeps nothing else in memory. */
  placeOf(instance: UsdInstance): LocalMap {
    return (time, out) => this.place(instance, time, out);
  }

  /** Returns whether an instance is there and shown, within another one that may not be there. */
  existenceOf(instance: UsdInstance, above: ((time: number) => boolean) | undefined): (time: number) => boolean {
    return (time) => this.exists(instance, time) && (above === undefined || above(time));
  }

  /** Whether an instance is there and shown at a time in seconds. */
  private exists({ id, prototype }: UsdInstance, time: number): boolean {
    const { indexOf, prototypes, hidden } = this.at(time);
    const index = indexOf.get(id);
    return index !== undefined && prototypes[index] === prototype && !hidden.has(id);
  }

  /** Writes where an instance stands at a time in seconds; the origin while it is not there. */
  private place({ id }: UsdInstance, time: number, out: Float64Array): void {
    const { indexOf, positions, rotations, scales } = this.at(time);
    const index = indexOf.get(id);
    const trs = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1).subarray(0, TRS);
    if (index !== undefined) {
      trs.set(positions.subarray(3 * index, 3 * index + 3), 0);
      if (rotations) trs.set(rotations.subarray(4 * index, 4 * index + 4), 3);
      if (scales) trs.set(scales.subarray(3 * index, 3 * index + 3), 7);
    }
    composeTrs(trs, 0, out, 0);
  }

  private changeTimes(): readonly number[] {
    const times = [...(this.prototypes?.times ?? []), ...(this.ids?.times ?? [])];
    return times.length === 0 ? [0] : times;
  }

  private at(time: number): InstancesAt {
    if (this.known === undefined || (this.knownTime !== time && this.moving.length > 0)) {
      this.known = this.read(time);
      this.knownTime = time;
    }
    return this.known;
  }

  private read(time: number): InstancesAt {
    const prototypes = this.prototypes?.heldAt(time)?.numbers('scalar') ?? new Float64Array();
    const count = prototypes.length;
    const ids = this.ids?.heldAt(time)?.numbers('scalar');
    const hidden = this.hidden?.heldAt(time)?.numbers('scalar') ?? [];
    const indexOf = new Map<number, number>();
    // Ids that do not fit are ignored, as OpenUSD does.
    for (let i = 0; i < count; i++) indexOf.set(ids?.length === count ? ids[i] : i, i);
    const isSame = this.ids === undefined || this.areIdsKept(time);
    const numbersOf = (attribute: StageAttribute | undefined, shape: 'vector' | 'quaternion', width: number) => {
      if (attribute === undefined) return undefined;
      const numbers = isSame ? attribute.numbersAt(time, shape) : attribute.heldAt(time)?.numbers(shape);
      if (numbers === undefined || numbers.length === 0) return undefined;
      if (numbers.length === width * count) return numbers;
      throw usdError(attribute.path, `${count} values, one per instance`, numbers.length / width);
    };
    const positions = numbersOf(this.positions, 'vector', 3);
    if (positions === undefined && count > 0) throw usdError(`${this.path}.positions`, `${count} positions`, 'none');
    return {
      indexOf,
      prototypes,
      hidden: new Set([...hidden, ...this.inactive]),
      positions: positions ?? new Float64Array(),
      rotations: numbersOf(this.rotations, 'quaternion', 4),
      scales: numbersOf(this.scales, 'vector', 3),
    };
  }

  /** Between two samples with other ids, index i is not one instance, so nothing is interpolated. */
  private areIdsKept(time: number): boolean {
    const pair = this.ids?.pairAt(time);
    if (pair === undefined || pair.low.key === pair.high.key || pair.high.isBlocked) return true;
    const [low, high] = [pair.low.numbers('scalar'), pair.high.numbers('scalar')];
    return low.length === high.length && low.every((id, i) => id === high[i]);
  }
}

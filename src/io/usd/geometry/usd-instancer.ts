// The instances of a PointInstancer over time: which there are, what each shows, and where it
// stands. Instances are told apart by their ids, or by their index if they have none.
import { composeTrs, TRS } from '../../gltf/gltf-affine.ts';
import type { StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import { indicesById, type UsdInstance, UsdPresence } from './usd-presence.ts';
import type { LocalMap } from './usd-transform.ts';

/** The instances at one time. */
interface InstancesAt {
  /** The index of each instance, by id. */
  readonly indexOf: ReadonlyMap<number, number>;
  readonly positions: Float64Array;
  readonly rotations: Float64Array | undefined;
  readonly scales: Float64Array | undefined;
}

/** The instances of a PointInstancer over time. */
export class UsdInstancer {
  /** The attributes that change over time. */
  readonly moving: readonly StageAttribute[];
  /** Which instances there are, and when. */
  readonly presence: UsdPresence;
  private readonly path: string;
  private readonly prototypes: StageAttribute | undefined;
  private readonly ids: StageAttribute | undefined;
  private readonly positions: StageAttribute | undefined;
  private readonly rotations: StageAttribute | undefined;
  private readonly scales: StageAttribute | undefined;
  private known: InstancesAt | undefined;
  private knownTime = Number.NaN;

  /** Reads the attributes of a prim. Throws `FileError`. */
  constructor(prim: StagePrim) {
    this.path = prim.path;
    this.prototypes = prim.attribute('protoIndices');
    this.ids = prim.attribute('ids');
    this.positions = prim.attribute('positions');
    this.rotations = prim.attribute('orientationsf') ?? prim.attribute('orientations');
    this.scales = prim.attribute('scales');
    const hidden = prim.attribute('invisibleIds');
    const all = [this.prototypes, this.ids, this.positions, this.rotations, this.scales, hidden];
    this.moving = all.flatMap((one) => (one && !one.isConstant ? [one] : []));
    const { prototypes, ids } = this;
    this.presence = new UsdPresence(prim, { prototypes, ids, hidden, inactive: new Set(prim.inactiveIds) });
  }

  /** Returns where an instance stands; it keeps nothing else in memory. */
  placeOf(instance: UsdInstance): LocalMap {
    return (time, out) => this.place(instance, time, out);
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

  private at(time: number): InstancesAt {
    if (this.known === undefined || (this.knownTime !== time && this.moving.length > 0)) {
      this.known = this.read(time);
      this.knownTime = time;
    }
    return this.known;
  }

  private read(time: number): InstancesAt {
    const count = this.prototypes?.heldAt(time)?.count('scalar') ?? 0;
    const indexOf = indicesById(this.ids?.heldAt(time)?.numbers('scalar'), count);
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

// Adds the offsets of blend shapes to the points of a mesh, by the weights of the animation. A
// shape may have in-between shapes, each complete at a weight of its own.
import type { StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import type { PointsAt } from './usd-faces.ts';

/** A shape that is complete at a weight. */
interface ShapeKey {
  readonly weight: number;
  /** Empty for the shape at weight 0, which changes nothing. */
  readonly offsets: Float64Array;
}

/** A blend shape of a mesh. */
interface BlendShape {
  readonly path: string;
  /** The index of its weight in the animation. */
  readonly weightIndex: number;
  /** The points that it moves; all if undefined. */
  readonly indices: Float64Array | undefined;
  /** Ascending by weight. */
  readonly keys: readonly ShapeKey[];
}

/** The deformation of a mesh by blend shapes. */
export interface BlendShapes {
  /** The attribute that changes it. */
  readonly weights: StageAttribute;
  /** Returns the points with the offsets added. */
  readonly points: PointsAt;
}

/** Returns the deformation of a mesh by the blend shapes of an animation; undefined if there is none. */
export function blendShapesOf(
  prim: StagePrim,
  animation: StagePrim | undefined,
  points: PointsAt,
): BlendShapes | undefined {
  const weights = animation?.attribute('blendShapeWeights');
  const names = prim.names('skel:blendShapes');
  if (animation === undefined || weights === undefined || names === undefined) return undefined;
  const indices = animation.indexOfName('blendShapes');
  const targets = prim.targets('skel:blendShapeTargets') ?? [];
  prim.budget.take('sampleVisits', names.length, prim.path);
  const shapes = names.flatMap((name, i) => {
    const target = targets[i] === undefined ? undefined : prim.primAt(targets[i]);
    const weightIndex = indices.get(name);
    if (target === undefined || weightIndex === undefined) return [];
    return [shapeOf(target, weightIndex)];
  });
  if (shapes.length === 0) return undefined;
  return { weights, points: withShapes(points, weights, shapes) };
}

/** A function of its own, so that the result keeps no prim in memory. */
function withShapes(points: PointsAt, weights: StageAttribute, shapes: readonly BlendShape[]): PointsAt {
  return (time) => {
    const out = points(time);
    const values = weights.numbersAt(time, 'scalar');
    for (const shape of shapes) addShape(shape, values[shape.weightIndex] ?? 0, out);
    return out;
  };
}

function shapeOf(prim: StagePrim, weightIndex: number): BlendShape {
  const offsetsOf = (name: string): Float64Array => prim.numbers(name, 'vector') ?? new Float64Array();
  const keys: ShapeKey[] = [
    { weight: 0, offsets: new Float64Array() },
    { weight: 1, offsets: offsetsOf('offsets') },
  ];
  const weights = new Set([0, 1]);
  for (const name of prim.propertyNames('inbetweens:')) {
    const weight = prim.attributeMetadata(name, 'weight')?.numbers('scalar')[0];
    if (name.split(':').length !== 2 || weight === undefined) continue;
    if (!Number.isFinite(weight) || weights.has(weight)) {
      throw usdError(`${prim.path}.${name}`, 'a weight of its own, neither 0 nor 1', weight);
    }
    weights.add(weight);
    keys.push({ weight, offsets: offsetsOf(name) });
  }
  const indices = prim.numbers('pointIndices', 'scalar');
  return {
    path: prim.path,
    weightIndex,
    indices: indices && indices.length > 0 ? indices : undefined,
    keys: keys.sort((a, b) => a.weight - b.weight),
  };
}

/** Between two weights the shapes are mixed; beyond the last one the mix goes on. */
function addShape(shape: BlendShape, weight: number, points: Float64Array): void {
  const { keys } = shape;
  let upper = 1;
  while (upper < keys.length - 1 && keys[upper].weight <= weight) upper++;
  const [low, high] = [keys[upper - 1], keys[upper]];
  const share = (weight - low.weight) / (high.weight - low.weight);
  addOffsets(shape, low.offsets, 1 - share, points);
  addOffsets(shape, high.offsets, share, points);
}

function addOffsets({ path, indices }: BlendShape, offsets: Float64Array, share: number, points: Float64Array): void {
  if (share === 0 || offsets.length === 0) return;
  const expected = indices === undefined ? points.length : 3 * indices.length;
  if (offsets.length !== expected) throw usdError(path, `${expected / 3} offsets`, offsets.length / 3);
  if (indices === undefined) {
    for (let i = 0; i < points.length; i++) points[i] += share * offsets[i];
    return;
  }
  for (let i = 0; i < indices.length; i++) {
    const at = 3 * indices[i];
    if (!(at >= 0 && at < points.length))
      throw usdError(`${path}.pointIndices[${i}]`, 'the index of a point', indices[i]);
    for (let k = 0; k < 3; k++) points[at + k] += share * offsets[3 * i + k];
  }
}

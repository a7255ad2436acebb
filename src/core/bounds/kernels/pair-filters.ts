// Thins lists of pairs by their bounds: pairs of faces, and listed pairs of features. Safe
// direction: a pair is dropped only if one direction separates it, in the same order, at both ends
// of the step. `permitPairs` drops pairs whose objects may not collide.
import { MeshContext } from '../../kernels/mesh-context';
import { FeatureBounds } from './feature-bounds';
import { Slabs } from './slabs';

/** Which objects may collide, as a table of classes. */
@unmanaged
export class CollisionTable {
  /** The object of each place. */
  objects: usize;
  /** The class of each object: objects of one class have the same permissions. */
  classes: usize;
  /** Class × class, one byte each: 1 if they may collide. */
  table: usize;
  /** Number of classes. */
  classCount: u32;
  /** Whether an object may collide with itself. */
  selfCollision: bool;
}

class PairFilters {
  /**
   * Keeps the pairs of faces that no direction separates, in place. `isStatic` is a constant where
   * this is inlined.
   */
  @inline static thin(context: MeshContext, pairs: usize, count: i32, isStatic: bool): i32 {
    const slabs = context.slabs;
    const pad = Slabs.coarsePad(context);
    let to = pairs;
    let from = pairs;
    for (let i = 0; i < count; i++, from += 8) {
      const a = load<u32>(from);
      const b = load<u32>(from, 4);
      store<u32>(to, a);
      store<u32>(to, b, 4);
      const meet = isStatic
        ? Slabs.meetCoarsely(slabs, a, b, pad)
        : Slabs.meet(Slabs.face(slabs, a), Slabs.face(slabs, b));
      to += meet << 3;
    }
    return <i32>((to - pairs) >> 3);
  }
}

/**
 * Keeps the pairs of faces that no direction separates, in place; returns their number. With
 * quantized bounds the traversal has dropped them already.
 */
export function thinPairs(context: MeshContext, pairs: usize, count: i32): i32 {
  if (context.isQuantized) return count;
  return context.isStatic
    ? PairFilters.thin(context, pairs, count, true)
    : PairFilters.thin(context, pairs, count, false);
}

/** Keeps the pairs of faces whose objects may collide, in place; returns their number. */
export function permitPairs(permitted: CollisionTable, pairs: usize, count: i32): i32 {
  const objects = permitted.objects;
  const classes = permitted.classes;
  const table = permitted.table;
  const classCount = permitted.classCount;
  const selfCollision = permitted.selfCollision;
  let to = pairs;
  let from = pairs;
  for (let i = 0; i < count; i++, from += 8) {
    const a = load<u32>(from);
    const b = load<u32>(from, 4);
    const p = load<u32>(objects + ((<usize>a) << 2));
    const q = load<u32>(objects + ((<usize>b) << 2));
    const row = load<u32>(classes + ((<usize>p) << 2)) * classCount;
    const may = load<u8>(table + row + load<u32>(classes + ((<usize>q) << 2)));
    store<u32>(to, a);
    store<u32>(to, b, 4);
    if (may && (selfCollision || p != q)) to += 8;
  }
  return <i32>((to - pairs) >> 3);
}

/** Copies the vertex–face pairs of a list that no direction separates; returns their number. */
export function thinVf(context: MeshContext, list: usize, count: i32, to: usize): i32 {
  const start = to;
  for (let i = 0; i < count; i++, list += 8) {
    const v = load<u32>(list);
    const f = load<u32>(list, 4);
    store<u32>(to, v);
    store<u32>(to, f, 4);
    to += FeatureBounds.vertexMeets(context, v, f) << 3;
  }
  return <i32>((to - start) >> 3);
}

/** Copies the edge–edge pairs of a list that no direction separates; returns their number. */
export function thinEe(context: MeshContext, list: usize, count: i32, to: usize): i32 {
  const start = to;
  const edges = context.edges;
  for (let i = 0; i < count; i++, list += 8) {
    const e = edges + ((<usize>load<u32>(list)) << 3);
    const g = edges + ((<usize>load<u32>(list, 4)) << 3);
    store<i64>(to, load<i64>(list));
    to += FeatureBounds.edgesMeet(context, load<u32>(e), load<u32>(e, 4), load<u32>(g), load<u32>(g, 4)) << 3;
  }
  return <i32>((to - start) >> 3);
}

// The contract of a device of visibility culling, taken literally: at every pixel, every item is
// compared with all that were rendered before. Slow.
import {
  type CullAnswer,
  type CullScene,
  type CullSettings,
  FIRST,
  PRUNED,
  ROW,
  rowLength,
  SECOND,
  type VisibilityDevice,
} from '../../src/gpu.ts';

interface Layer {
  readonly group: number;
  readonly item: number;
  readonly low: number;
}

export class ContractDevice implements VisibilityDevice {
  readonly name = 'raster';

  cull(scene: CullScene, settings: CullSettings): CullAnswer {
    const bits = scene.startBits?.slice() ?? new Uint8Array(scene.primitiveCount);
    let rounds = 0;
    let converged = false;
    while (!converged && rounds < settings.mostRounds) {
      const before = bits.join();
      for (let view = 0; view < scene.views.length; view++) runView(scene, settings, view, bits);
      converged = bits.join() === before;
      rounds++;
    }
    return { bits, passes: [], rounds, converged, device: 'raster' };
  }
}

function runView(scene: CullScene, settings: CullSettings, view: number, bits: Uint8Array): void {
  if (settings.algorithm === 'cullide') {
    const isPruned = (p: number) => bits[p] === PRUNED;
    const failed = [false, true].map((isSecond) => passOf(scene, settings, view, isSecond, isPruned, isPruned));
    bits.forEach((_, p) => {
      if (!failed[0].has(p) && !failed[1].has(p)) bits[p] = PRUNED;
    });
    return;
  }
  for (const [bit, other] of [
    [FIRST, SECOND],
    [SECOND, FIRST],
  ]) {
    const isDone = (p: number) => (bits[p] & bit) !== 0;
    const isHidden = (p: number) => (bits[p] & other) !== 0;
    const failed = passOf(scene, settings, view, bit === SECOND, isDone, isHidden);
    bits.forEach((_, p) => {
      if (!failed.has(p)) bits[p] |= bit;
    });
  }
}

function passOf(
  scene: CullScene,
  settings: CullSettings,
  view: number,
  isSecond: boolean,
  isDone: (p: number) => boolean,
  isHidden: (p: number) => boolean,
): Set<number> {
  const { itemCount, primitiveOf, groupOf, views, axes } = scene;
  const { axis, flipped } = views[view];
  const { width, height, rows } = axes[axis];
  const failed = new Set<number>();
  const items = Array.from({ length: itemCount }, (_, i) => (isSecond ? itemCount - 1 - i : i));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const rendered: Layer[] = [];
      for (const item of items) {
        const row = rows.subarray(item * rowLength(scene.edgeCount), (item + 1) * rowLength(scene.edgeCount));
        const depths = depthsIn(row, x, y, flipped);
        if (!depths) continue;
        const primitive = primitiveOf ? primitiveOf[item] : item;
        const group = groupOf ? groupOf[item] : primitive;
        if (!isDone(primitive) && isBlocked(scene, settings, rendered, item, group, depths.high)) failed.add(primitive);
        if (!isHidden(primitive)) place(rendered, { group, item, low: depths.low });
      }
    }
  return failed;
}

function depthsIn(row: Int32Array, x: number, y: number, flipped: boolean): { low: number; high: number } | null {
  const [left, right, top, bottom] = row;
  if (x < left || x > right || y < top || y > bottom) return null;
  const value = (at: number) => row[at] * (x - left) + row[at + 1] * (y - top) + row[at + 2];
  for (let e: number = ROW.edges; e < row.length; e += 3) if (value(e) < 0) return null;
  const low = Math.max(row[ROW.range], value(ROW.low));
  const high = Math.min(row[ROW.range + 1], value(ROW.high));
  return flipped ? { low: -high, high: -low } : { low, high };
}

function isBlocked(
  { corners }: CullScene,
  { touching, listLength }: CullSettings,
  rendered: readonly Layer[],
  item: number,
  group: number,
  high: number,
): boolean {
  const near = rendered.slice(0, listLength).filter(({ low }) => (touching ? low <= high : low < high));
  const cornersOf = (i: number) => corners?.subarray(4 * i, 4 * i + 3) ?? [];
  const isExempt = (layer: Layer) =>
    layer.group === group || [...cornersOf(layer.item)].some((vertex) => [...cornersOf(item)].includes(vertex));
  return near.some((layer) => !isExempt(layer)) || near.length === listLength;
}

/**
 * Keeps the least deep layer of every group, sorted by depth, the earlier one first where equal.
 */
function place(rendered: Layer[], layer: Layer): void {
  const former = rendered.findIndex(({ group }) => group === layer.group);
  if (former >= 0) {
    if (rendered[former].low <= layer.low) return;
    rendered.splice(former, 1);
  }
  const at = rendered.findIndex(({ low }) => low > layer.low);
  rendered.splice(at < 0 ? rendered.length : at, 0, layer);
}

// The shaders of the WebGPU device: binning, pass, update. They use only integers, like the rows
// that they read, so they agree with the raster device bit for bit. In a pass, a thread is a pixel
// and a workgroup is a tile; a pixel keeps its layers in registers.
import { PRUNED, ROW } from './visibility-device.ts';

/** Pixels along a side of a tile on the GPU. */
export const TILE = 8;
/** Threads of a workgroup over items or primitives. */
export const GROUP = 64;
/** Threads of the prefix sum. */
const SCAN_THREADS = 256;

/**
 * Lists the items of each tile in rendering order: count → scan → scatter → order. `next` is zero
 * before.
 */
export const BIN_SHADER: string = /* wgsl */ `
struct Grid { across: u32, tileCount: u32, itemCount: u32, rowLength: u32 }
@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> rows: array<i32>;
@group(0) @binding(2) var<storage, read_write> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> next: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> list: array<u32>;

/** First and last column of tiles, first and last line. */
fn tilesOf(item: u32) -> vec4i {
  let row = item * grid.rowLength;
  return vec4i(rows[row], rows[row + 1u], rows[row + ${ROW.lines}u], rows[row + ${ROW.lines + 1}u]) >> vec4u(${Math.log2(TILE)}u);
}

@compute @workgroup_size(${GROUP})
fn count(@builtin(global_invocation_id) thread: vec3u) {
  if (thread.x >= grid.itemCount) { return; }
  let tiles = tilesOf(thread.x);
  for (var y = tiles.z; y <= tiles.w; y++) {
    for (var x = tiles.x; x <= tiles.y; x++) { atomicAdd(&next[u32(y) * grid.across + u32(x)], 1u); }
  }
}

var<workgroup> sums: array<u32, ${SCAN_THREADS}>;

@compute @workgroup_size(${SCAN_THREADS})
fn scan(@builtin(local_invocation_index) lane: u32) {
  let share = (grid.tileCount + ${SCAN_THREADS - 1}u) / ${SCAN_THREADS}u;
  let end = min(grid.tileCount, (lane + 1u) * share);
  var sum = 0u;
  for (var tile = lane * share; tile < end; tile++) { sum += atomicLoad(&next[tile]); }
  sums[lane] = sum;
  workgroupBarrier();
  if (lane == 0u) {
    var total = 0u;
    for (var i = 0u; i < ${SCAN_THREADS}u; i++) {
      let own = sums[i];
      sums[i] = total;
      total += own;
    }
    starts[grid.tileCount] = total;
  }
  workgroupBarrier();
  var start = sums[lane];
  for (var tile = lane * share; tile < end; tile++) {
    starts[tile] = start;
    start += atomicExchange(&next[tile], start);
  }
}

@compute @workgroup_size(${GROUP})
fn scatter(@builtin(global_invocation_id) thread: vec3u) {
  if (thread.x >= grid.itemCount) { return; }
  let tiles = tilesOf(thread.x);
  for (var y = tiles.z; y <= tiles.w; y++) {
    for (var x = tiles.x; x <= tiles.y; x++) {
      list[atomicAdd(&next[u32(y) * grid.across + u32(x)], 1u)] = thread.x;
    }
  }
}

var<workgroup> length: u32;

/**
 * A bitonic network in which the lesser always goes first, so that places beyond the end count as
 * infinite.
 */
@compute @workgroup_size(${GROUP})
fn order(@builtin(workgroup_id) place: vec3u, @builtin(local_invocation_index) lane: u32) {
  let tile = place.y * grid.across + place.x;
  let first = starts[tile];
  if (lane == 0u) { length = starts[tile + 1u] - first; }
  let count = workgroupUniformLoad(&length);
  for (var block = 2u; block < 2u * count; block *= 2u) {
    for (var reach = block / 2u; reach > 0u; reach /= 2u) {
      let mirrored = 2u * reach == block;
      for (var pair = lane; ; pair += ${GROUP}u) {
        let start = pair / reach * 2u * reach;
        let a = start + pair % reach;
        if (a >= count) { break; }
        let b = select(a + reach, start + 2u * reach - 1u - pair % reach, mirrored);
        if (b >= count) { continue; }
        let lesser = min(list[first + a], list[first + b]);
        list[first + b] = max(list[first + a], list[first + b]);
        list[first + a] = lesser;
      }
      storageBarrier();
    }
  }
}`;

/** The depth of an empty layer: deeper than any item. */
const NO_LAYER_DEPTH = '0x7fffffff';

/** The properties that a pass shader is specialised for. */
export interface PassKind {
  /** Edges of a row. */
  readonly edgeCount: number;
  /** Layers per pixel. */
  readonly layerCount: number;
  /** Whether neighbours are exempt. */
  readonly hasCorners: boolean;
  /** Whether a group may have several items, which then share one layer. */
  readonly hasGroups: boolean;
}

/**
 * The shader of a pass: sets `fail` of the primitives that are not fully visible. `items` is the
 * `itemTable` of the scene.
 */
export function passShader({ edgeCount, layerCount, hasCorners, hasGroups }: PassKind): string {
  const inside = Array.from({ length: edgeCount }, (_, e) => `plane(row + ${ROW.edges + 3 * e}u, i, j) >= 0`).join(
    ' && ',
  );
  return /* wgsl */ `
struct Pass {
  across: u32, rowLength: u32, untestedBits: u32, unrenderedBits: u32,
  reversed: u32, flipped: u32, touching: i32, unused: u32,
}
@group(0) @binding(0) var<uniform> job: Pass;
@group(0) @binding(1) var<storage, read> rows: array<i32>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read> list: array<u32>;
@group(0) @binding(4) var<storage, read> items: array<u32>;
@group(0) @binding(5) var<storage, read> bits: array<u32>;
@group(0) @binding(6) var<storage, read_write> fail: array<atomic<u32>>;

var<private> depths: array<i32, ${layerCount}>;
var<private> groups: array<u32, ${layerCount}>;

fn plane(at: u32, i: i32, j: i32) -> i32 {
  return rows[at] * i + rows[at + 1u] * j + rows[at + 2u];
}

fn cornersOf(item: u32) -> vec3u {
  return vec3u(items[5u * item + 2u], items[5u * item + 3u], items[5u * item + 4u]);
}

fn sharesVertex(a: vec3u, b: vec3u) -> bool {
  return any(a == b) || any(a == b.yzx) || any(a == b.zxy);
}

/**
 * Whether a layer that is not exempt is nearer than the limit, or all are exempt and there may be
 * more.
 */
fn isBlocked(limit: i32, item: u32, group: u32) -> bool {
  for (var k = 0u; k < ${layerCount}u; k++) {
    if (depths[k] >= limit) { return false; }
    if (groups[k] != group${hasCorners ? ' && !sharesVertex(cornersOf(item), cornersOf(groups[k]))' : ''}) { return true; }
  }
  return true;
}

fn render(low: i32, own: u32) {
  var depth = low;
  var group = own;
  var moved = false;
  for (var k = 0u; k < ${layerCount}u; k++) {
    let oldDepth = depths[k];
    let oldGroup = groups[k];
    moved = moved || depth < oldDepth;
    if (moved) {
      depths[k] = depth;
      groups[k] = group;
      depth = oldDepth;
      group = oldGroup;
    }
    ${hasGroups ? `if (oldGroup == own && oldDepth != ${NO_LAYER_DEPTH}) { return; }` : ''}
    if (depth == ${NO_LAYER_DEPTH}) { return; }
  }
}

@compute @workgroup_size(${TILE}, ${TILE})
fn main(@builtin(workgroup_id) place: vec3u, @builtin(global_invocation_id) pixel: vec3u) {
  let tile = place.y * job.across + place.x;
  let first = starts[tile];
  let count = starts[tile + 1u] - first;
  for (var k = 0u; k < ${layerCount}u; k++) { depths[k] = ${NO_LAYER_DEPTH}; }
  for (var k = 0u; k < count; k++) {
    let item = list[first + select(k, count - 1u - k, job.reversed == 1u)];
    let row = item * job.rowLength;
    let i = i32(pixel.x) - rows[row];
    let j = i32(pixel.y) - rows[row + ${ROW.lines}u];
    if (i < 0 || j < 0 || i32(pixel.x) > rows[row + 1u] || i32(pixel.y) > rows[row + ${ROW.lines + 1}u]) { continue; }
    let primitive = items[5u * item];
    let state = bits[primitive];
    let isTested = (state & job.untestedBits) == 0u;
    let isRendered = (state & job.unrenderedBits) == 0u;
    if (!(isTested || isRendered)) { continue; }
    if (!(${inside})) { continue; }
    var low = max(rows[row + ${ROW.range}u], plane(row + ${ROW.low}u, i, j));
    var high = min(rows[row + ${ROW.range + 1}u], plane(row + ${ROW.high}u, i, j));
    if (job.flipped == 1u) {
      let swapped = -low;
      low = -high;
      high = swapped;
    }
    let group = items[5u * item + 1u];
    if (isTested && isBlocked(high + job.touching, item, group)) { atomicStore(&fail[primitive], 1u); }
    if (isRendered) { render(low, group); }
  }
}`;
}

/**
 * After a pass: gives the bits `grants` to the primitives that were tested and did not fail, and
 * counts. A pass that grants nothing leaves `fail` to the next one.
 */
export const UPDATE_SHADER: string = /* wgsl */ `
struct Update { primitiveCount: u32, untestedBits: u32, unrenderedBits: u32, grants: u32 }
@group(0) @binding(0) var<uniform> job: Update;
@group(0) @binding(1) var<storage, read_write> bits: array<u32>;
@group(0) @binding(2) var<storage, read_write> fail: array<u32>;
/** Rendered, tested, left, changed. */
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(${GROUP})
fn main(@builtin(global_invocation_id) thread: vec3u) {
  let i = thread.x;
  if (i >= job.primitiveCount) { return; }
  let before = bits[i];
  let isTested = (before & job.untestedBits) == 0u;
  let after = select(before, before | job.grants, isTested && fail[i] == 0u);
  bits[i] = after;
  if (job.grants != 0u) { fail[i] = 0u; }
  if ((before & job.unrenderedBits) == 0u) { atomicAdd(&counts[0], 1u); }
  if (isTested) { atomicAdd(&counts[1], 1u); }
  if (after != ${PRUNED}u) { atomicAdd(&counts[2], 1u); }
  if (after != before) { atomicAdd(&counts[3], 1u); }
}`;

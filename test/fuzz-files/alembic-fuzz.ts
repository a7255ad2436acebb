// The fuzzer of Alembic files: it knows groups, data blocks, headers, counts and samples, and
// damages them structurally, besides flipping, cutting and repeating bytes. One file in fifty is an
// archive of another kind, whose groups are shared at random.
import type { Random } from '../../src/core/math/random.ts';
import { readAlembic } from '../../src/io.ts';
import { ALEMBIC_FILES } from './alembic-files.ts';
import { randomGraph } from './alembic-graphs.ts';
import type { FileFuzz } from './file-fuzz.ts';
import { layoutOf, type OgawaLayout } from './ogawa-layout.ts';

/** A file that is being damaged, and what is where in it. */
interface Patient {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly layout: OgawaLayout;
  readonly random: Random;
}

const COUNTS = [0, 1, 2, 3, 4, 7, 15, 16, 17, 127, 255, 256, 65_535, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
const SIZES = [...COUNTS.map(BigInt), 2n ** 33n, 2n ** 53n, 2n ** 60n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n];
const DOUBLES = [NaN, Infinity, -Infinity, 0, -0, -1, 1e-300, 1e300, Number.MAX_VALUE, Number.MAX_VALUE / 32, 0.5];
const SINGLES = [NaN, Infinity, -Infinity, 0, -1, 3.4e38, 1e-45];
const INFO_BYTES = 4;
/** Names of one length, which may replace one another. */
const NAMES = [
  ['.ops', '.xfm', '.geo'],
  ['.vals', '.geom', '.Vals'],
  ['P', 'N', '/', '\0'],
  ['AbcGeom_PolyMesh', 'AbcGeom_XformMesh', 'AbcGeom_SubDMesh'],
];
const TEXTS = NAMES.flat().map((name) => Buffer.from(name));

function pick<T>(random: Random, items: readonly T[]): T {
  return items[random.below(items.length)];
}

/** Changes an address: to another node, to a group that holds it, to nothing, or out of the file. */
function damageAddress({ view, layout, random, bytes }: Patient): void {
  const slot = pick(random, layout.addresses);
  const old = view.getBigUint64(slot, true);
  const choices = [
    () => view.getBigUint64(pick(random, layout.addresses), true),
    () => BigInt(pick(random, layout.groups)),
    () => BigInt(pick(random, layout.blocks).at) | (1n << 63n),
    () => old ^ (1n << 63n),
    () => old + BigInt(random.below(17)) - 8n,
    () => BigInt(random.below(bytes.length)) | (BigInt(random.below(2)) << 63n),
    () => BigInt(bytes.length - random.below(24)) | (BigInt(random.below(2)) << 63n),
    () => pick(random, SIZES),
  ];
  view.setBigUint64(slot, BigInt.asUintN(64, pick(random, choices)()), true);
}

/** Changes a number of children or bytes, a little or beyond all measure. */
function damageSize({ view, layout, random }: Patient): void {
  const at = random.below(2) === 0 ? pick(random, layout.groups) : pick(random, layout.blocks).at;
  const near = view.getBigUint64(at, true) + BigInt(random.below(33)) - 16n;
  view.setBigUint64(at, BigInt.asUintN(64, random.below(2) === 0 ? near : pick(random, SIZES)), true);
}

/** Changes a number in a block of headers. */
function damageHeader({ view, layout, random, bytes }: Patient): void {
  const headers = layout.blocks.filter(({ isLast, length }) => isLast && length > INFO_BYTES);
  if (headers.length === 0) return;
  const { at, length } = pick(random, headers);
  const start = at + 8;
  const place = start + random.below(Math.min(length, random.below(2) === 0 ? 8 : length));
  const choices = [
    () => {
      bytes[place] = pick(random, COUNTS) & 255;
    },
    () => {
      bytes[place] ^= 1 << random.below(8);
    },
    () => {
      const info = Math.min(place, start + length - INFO_BYTES);
      view.setUint32(info, view.getUint32(info, true) ^ (1 << random.below(28)), true);
    },
    () => view.setUint32(Math.min(place, start + length - 4), pick(random, COUNTS), true),
    () => view.setUint16(Math.min(place, start + length - 2), pick(random, COUNTS) & 0xffff, true),
  ];
  pick(random, choices)();
}

/** Changes a number in any block: a time, a coordinate, an index, an operation, a visibility. */
function damageValue({ view, layout, random }: Patient): void {
  const filled = layout.blocks.filter(({ length }) => length >= 8);
  if (filled.length === 0) return;
  const { at, length } = pick(random, filled);
  const place = at + 8 + random.below(length);
  const room = at + 8 + length;
  const choices = [
    () => view.setFloat64(Math.min(place, room - 8), pick(random, DOUBLES), true),
    () => view.setFloat32(Math.min(place, room - 4), pick(random, SINGLES), true),
    () => view.setUint32(Math.min(place, room - 4), pick(random, COUNTS), true),
    () => view.setUint8(place, pick(random, COUNTS) & 255),
  ];
  pick(random, choices)();
}

/** Replaces a name by another one of its length, so that a property or an object changes its kind. */
function damageName({ bytes, random }: Patient): void {
  const text = pick(random, TEXTS);
  const places: number[] = [];
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = file.indexOf(text); at >= 0; at = file.indexOf(text, at + 1)) places.push(at);
  const others = TEXTS.filter(({ length }) => length === text.length);
  if (places.length > 0) bytes.set(pick(random, others), pick(random, places));
}

/** Puts the content of one block or group over another one. */
function copyNode({ bytes, layout, random }: Patient): void {
  const places = [...layout.groups, ...layout.blocks.map(({ at }) => at)];
  const [from, to] = [pick(random, places), pick(random, places)];
  bytes.copyWithin(to, from, Math.min(bytes.length, from + 8 + 8 * random.below(6)));
}

function flipBits({ bytes, random }: Patient): void {
  for (let left = 1 + random.below(3); left > 0; left--) bytes[random.below(bytes.length)] ^= 1 << random.below(8);
}

const STRUCTURAL = [damageAddress, damageSize, damageHeader, damageHeader, damageValue, damageName, copyNode, flipBits];

/** Cuts the file, takes bytes out, or repeats some. */
function resized(file: Uint8Array, random: Random): Uint8Array {
  const at = random.below(file.length + 1);
  const end = Math.min(file.length, at + 1 + random.below(64));
  const choices = [
    () => file.slice(0, at),
    () => Buffer.concat([file.subarray(0, at), file.subarray(end)]),
    () => Buffer.concat([file.subarray(0, end), file.subarray(at)]),
  ];
  return new Uint8Array(pick(random, choices)());
}

function damage(file: Uint8Array, random: Random): Uint8Array {
  if (random.below(50) === 0) return randomGraph(random);
  const bytes = random.below(20) === 0 ? resized(file, random) : file.slice();
  for (let left = 1 + random.below(4); left > 0; left--) {
    const layout = layoutOf(bytes);
    if (layout.groups.length === 0 || layout.blocks.length === 0) break;
    pick(random, STRUCTURAL)({ bytes, view: new DataView(bytes.buffer), layout, random });
  }
  return bytes;
}

/** Memory for positions, so that what is measured is the reader. */
let memory = new Float64Array(1 << 12);

function roomFor(vertexCount: number): Float64Array {
  if (memory.length < 3 * vertexCount) memory = new Float64Array(3 * vertexCount);
  return memory.subarray(0, 3 * vertexCount);
}

function read(file: Uint8Array): void {
  const scene = readAlembic(file);
  for (const object of scene.objects) {
    for (const time of scene.times) {
      object.isShown(time);
      const out = roomFor(object.faces(time).vertexCount);
      object.positions(time, out);
      let check = 0;
      for (let i = 0; i < out.length; i++) check += out[i] * 0;
      if (check !== 0) throw new Error(`${object.name} is not finite at ${time}`);
    }
  }
}

/** The fuzzer of Alembic. */
export const alembicFuzz: FileFuzz = { name: 'alembic', files: () => ALEMBIC_FILES, damage, read };

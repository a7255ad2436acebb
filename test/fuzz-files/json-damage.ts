// Damages a JSON document in ways that leave it JSON: values of other types, extreme numbers,
// members that are missing, doubled or moved.
import type { Random } from '../../src/core/math/random.ts';

type Holder = Record<string, unknown> | unknown[];

const EXTREMES = [
  -1,
  0,
  1,
  2,
  3,
  7,
  0.5,
  -0.5,
  255,
  256,
  5120,
  5121,
  5125,
  5126,
  65535,
  65536,
  1e6,
  2 ** 31,
  2 ** 32,
  2 ** 40,
  Number.MAX_SAFE_INTEGER,
  1e300,
  -1e300,
  5e-324,
];
const OTHERS = [
  null,
  true,
  false,
  '',
  'x',
  '2.0',
  'SCALAR',
  'VEC3',
  'MAT4',
  'STEP',
  'CUBICSPLINE',
  'weights',
  'pointer',
  'ATTRIBUTES',
  'TRIANGLES',
  'EXPONENTIAL',
  'data:;base64,AAAA',
  '/nodes/0/weights/1',
  '/meshes/0/weights',
  '\u001b[31m',
];

/** Returns a damaged copy; `count` members are changed. */
export function damagedJson(json: unknown, random: Random, count: number): unknown {
  const root = structuredClone(json) as Holder;
  for (let i = 0; i < count; i++) change(root, random);
  return root;
}

function change(root: Holder, random: Random): void {
  const places = placesIn(root);
  const one = places[random.below(places.length)];
  const other = places[random.below(places.length)];
  if (one === undefined) return;
  const { holder, key } = one;
  const value = get(one);
  const kind = random.below(10);
  if (kind < 3) set(one, EXTREMES[random.below(EXTREMES.length)]);
  else if (kind === 3) set(one, OTHERS[random.below(OTHERS.length)]);
  else if (kind === 4) set(one, random.below(2) ? [] : {});
  else if (kind === 5) remove(one);
  else if (kind === 6) set(one, typeof value === 'number' ? value + random.below(5) - 2 : [value]);
  else if (kind === 7) set(one, structuredClone(get(other)));
  else if (Array.isArray(holder))
    holder.splice(Number(key), 0, ...Array.from({ length: 1 + random.below(3) }, () => structuredClone(value)));
  else holder[`${key}${random.below(3)}`] = structuredClone(value);
}

interface Place {
  readonly holder: Holder;
  readonly key: string;
}

/** All members of all objects and arrays. */
function placesIn(root: Holder): Place[] {
  const places: Place[] = [];
  const open: Holder[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      const value = get({ holder, key });
      if (typeof value === 'object' && value !== null) open.push(value as Holder);
    }
  }
  return places;
}

function get({ holder, key }: Place): unknown {
  return (holder as Record<string, unknown>)[key];
}

function set({ holder, key }: Place, value: unknown): void {
  (holder as Record<string, unknown>)[key] = value;
}

function remove({ holder, key }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

// Alembic archives whose objects, properties and samples are shared at random: a graph of a few
// groups in which the same object stands in many places, sometimes below itself.
import type { Random } from '../../src/core/math/random.ts';
import {
  type AbcObject,
  childHeader,
  compoundNode,
  mesh,
  type Property,
  points,
  rootNodes,
  text,
  transform,
  triangleAt,
} from '../io/alembic/alembic-writer.ts';
import {
  block,
  EMPTY_BLOCK,
  EMPTY_GROUP,
  type GroupNode,
  group,
  type Node,
  ogawaFile,
} from '../io/alembic/ogawa-writer.ts';

const FRAME = 1 / 24;
const AMOUNTS = [1, 2, 3, 10, 30];
/** Numbers of samples all but two of which repeat; the last one is more than a small file may have. */
const REPEATS = [2, 100, 1000, 300_000];
const METADATA = [
  '',
  'schema=AbcGeom_Xform_v3',
  'schema=AbcGeom_PolyMesh_v1',
  'schema=AbcGeom_SubD_v1',
  'schema=AbcGeom_Camera_v1',
  'isInstance=1',
];
const SOURCES = ['/a0', '/a1/a0', '/a0/a0/a0', '/a2', 'a0/a1', '/'];

function pick<T>(random: Random, items: readonly T[]): T {
  return items[random.below(items.length)];
}

function chance(random: Random, oneIn: number): boolean {
  return random.below(oneIn) === 0;
}

/** The properties of an object of some kind, with some number of samples. */
function properties(random: Random): readonly Property[] {
  const count = pick(random, AMOUNTS);
  const visible = Array.from({ length: pick(random, AMOUNTS) }, () => random.below(3) - 1);
  const rest = chance(random, 3) ? { visible } : {};
  const instance = chance(random, 3) ? [text('.instanceSource', pick(random, SOURCES))] : [];
  if (chance(random, 2)) {
    const moving = Array.from({ length: count }, (_, i) => [i, 0, 0, i]);
    const inherits = moving.map(() => random.below(2));
    return [
      ...propertiesOf(transform('t', [1, 6], moving, chance(random, 3) ? { ...rest, inherits } : rest)),
      ...instance,
    ];
  }
  const moving = points(...triangleAt(...Array(count).keys()));
  const says = { count: pick(random, REPEATS), first: 1, last: 1 };
  const repeating = { ...moving, says, width: 4 };
  return [...propertiesOf(mesh('m', [count > 1 && chance(random, 4) ? repeating : moving], rest)), ...instance];
}

const propertiesOf = ({ properties: own = [] }: AbcObject): readonly Property[] => own;

/** Gives an object children among those that follow it, and sometimes any. */
function addChildren(objects: readonly GroupNode[], index: number, random: Random): void {
  const count = chance(random, 4) ? pick(random, AMOUNTS) : random.below(4);
  const names: Uint8Array[] = [];
  for (let k = 0; k < count; k++) {
    const next = objects[index + 1 + random.below(3)];
    const child: Node = chance(random, 200) ? pick(random, objects) : (next ?? EMPTY_GROUP);
    objects[index].children.push(child);
    names.push(childHeader(`a${k}`, pick(random, METADATA)));
  }
  objects[index].children.push(names.length === 0 ? EMPTY_BLOCK : block(...names, new Uint8Array(32)));
}

/** Returns an archive; the same for the same random numbers. */
export function randomGraph(random: Random): Uint8Array {
  const compounds = [
    EMPTY_GROUP,
    ...Array.from({ length: 2 + random.below(6) }, () => compoundNode(properties(random))),
  ];
  const objects = Array.from({ length: 1 + random.below(20) }, () => group(pick(random, compounds)));
  objects.forEach((_, i) => {
    addChildren(objects, i, random);
  });
  const nodes = rootNodes([], [{ cycle: FRAME, times: [0] }]);
  nodes[2] = objects[0];
  return ogawaFile(group(...nodes));
}

// Which proximities are contacts of surfaces, and keys of pairs across a tear.
import { describe, expect, it } from 'vitest';
import { grid } from '../../../../scenes/shapes.ts';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { ContactRows } from '../../../../src/engine/cloth/response/contact-rows.ts';
import { MeshCollider, TriMesh } from '../../../../src/index.ts';

/**
 * Contacts between two faces that fall away from the y axis by `slope`, and a small triangle with
 * its first corner at `point`.
 */
function contactsOver(slope: number, point: readonly [number, number, number]): { kept: string[]; near: number } {
  const [x, y, z] = point;
  const roof = [0, -1, 0, 0, 1, 0, 1, 0, -slope, -1, 0, -slope];
  const above = [x, y, z, x + 0.1, y, z + 1, x, y + 0.1, z + 1];
  const positions = Float64Array.from([...roof, ...above]);
  const mesh = TriMesh.from([0, 2, 1, 0, 1, 3, 4, 5, 6], 7);
  const near = new MeshCollider(mesh).proximities(positions, { distance: 0.2 });
  const kept: string[] = [];
  const rows = new ContactRows(mesh);
  rows.takeProximities(near, positions);
  for (let row = 0; row < rows.count; row++) {
    if (!rows.isContact(row)) continue;
    const i = rows.proximity[row];
    const name = near.kind[i] === 0 ? `vertex ${near.a[i]} face ${near.b[i]}` : 'edges';
    kept.push(
      `${name} ${[0, 1, 2].map((axis) => (Math.round(10 * near.normal[3 * i + axis]) / 10 + 0).toFixed(1)).join(' ')}`,
    );
  }
  return { kept, near: near.count };
}

describe('a vertex over two faces', () => {
  it('touches the one below it, though the other is near', () => {
    const { kept, near } = contactsOver(0, [0.05, 0.1, 0.1]);
    expect(near).toBeGreaterThan(1);
    expect(kept).toEqual(['vertex 4 face 0 0.0 0.0 1.0']);
  });

  it('touches a ridge once', () => {
    const { kept, near } = contactsOver(1, [0, 0.1, 0.1]);
    expect(near).toBeGreaterThan(1);
    expect(kept).toEqual(['vertex 4 face 0 0.0 0.0 1.0']);
  });

  it('touches both sides of a valley', () => {
    const { kept } = contactsOver(-1, [0, 0.1, 0.1]);
    expect(kept).toEqual(['vertex 4 face 0 -0.7 0.0 0.7', 'vertex 4 face 1 0.7 0.0 0.7']);
  });

  it('touches the corner that it stands on', () => {
    const { kept } = contactsOver(1, [0, 1.05, 0.05]);
    expect(kept.filter((name) => name.startsWith('vertex 4'))).toEqual(['vertex 4 face 0 0.0 0.7 0.7']);
  });
});

describe('two triangles that share an edge', () => {
  it('touch with their far sides where a crease brings these across each other', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0.1, 0.1, 0.05, 0.9, -0.1, 0.05);
    const mesh = TriMesh.from([0, 1, 3, 2, 0, 3], 4);
    const near = new MeshCollider(mesh).proximities(positions, { distance: 0.06 });
    const rows = new ContactRows(mesh);
    rows.takeProximities(near, positions);
    const crossed = Array.from({ length: rows.count }, (_, row) => row).filter((row) => rows.distance[row] > 0.04);
    expect(crossed.map((row) => [...rows.vertices.subarray(4 * row, 4 * row + 4)])).toEqual([[0, 1, 2, 3]]);
    expect(crossed.map((row) => rows.isContact(row))).toEqual([true]);
  });
});

describe('keys of pairs when faces are torn', () => {
  it.each([1, 2, 3])('are those of the same features, seed %d', (seed) => {
    const random = seededRandom(seed);
    const before = grid(6, 5).mesh;
    const collider = new MeshCollider(before);
    const removeFaces = Uint32Array.from([...Array(before.faceCount).keys()].filter(() => random.between(0, 1) < 0.3));
    const { faceRemap } = collider.retopologize({ removeFaces });
    const after = collider.mesh;
    const rows = [before, after].map((mesh) => new ContactRows(mesh));
    const keyOf = (which: number, kind: number, a: number, b: number): number => {
      const [normal, weights] = [new Float64Array(3), new Float64Array(3)];
      const pair = { kind: Uint8Array.of(kind), a: Uint32Array.of(a), b: Uint32Array.of(b), normal, weights };
      return rows[which].keyOf(pair, 0);
    };
    const remapped = (key: number): number => rows[1].remapKey(key, rows[0], faceRemap);
    const endsOf = ({ topology: { edges } }: TriMesh, e: number): string => `${edges[2 * e]} ${edges[2 * e + 1]}`;
    const edgeAfter = new Map(Array.from({ length: after.topology.edgeCount }, (_, e) => [endsOf(after, e), e]));
    for (let trial = 0; trial < 500; trial++) {
      const [vertex, face] = [before.vertexCount, before.faceCount].map((n) => Math.floor(random.between(0, n)));
      const isLeft = !removeFaces.includes(face);
      expect(remapped(keyOf(0, 0, vertex, face))).toBe(isLeft ? keyOf(1, 0, vertex, faceRemap[face]) : -1);
      const [e, f] = [0, 0].map(() => Math.floor(random.between(0, before.topology.edgeCount)));
      const [g, h] = [e, f].map((edge) => edgeAfter.get(endsOf(before, edge)));
      const expected = g === undefined || h === undefined ? -1 : keyOf(1, 1, g, h);
      expect(remapped(keyOf(0, 1, e, f))).toBe(expected);
    }
    expect(edgeAfter.size).toBeLessThan(before.topology.edgeCount);
  });
});

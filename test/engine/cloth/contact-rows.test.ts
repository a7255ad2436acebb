// Which near pairs are contacts of surfaces.
import { describe, expect, it } from 'vitest';
import { ContactRows } from '../../../src/engine/cloth/contact-rows.ts';
import { MeshCollider, TriMesh } from '../../../src/index.ts';

/** Two faces on either side of the y axis, falling away from it by `slope`, and a small triangle with its first corner at a point. */
function contactsOver(slope: number, point: readonly [number, number, number]): { kept: string[]; near: number } {
  const [x, y, z] = point;
  const roof = [0, -1, 0, 0, 1, 0, 1, 0, -slope, -1, 0, -slope];
  const above = [x, y, z, x + 0.1, y, z + 1, x, y + 0.1, z + 1];
  const positions = Float64Array.from([...roof, ...above]);
  const mesh = TriMesh.from([0, 2, 1, 0, 1, 3, 4, 5, 6], 7);
  const near = new MeshCollider(mesh).proximities(positions, { distance: 0.2 });
  const kept: string[] = [];
  const rows = new ContactRows(mesh);
  rows.takeNear(near, positions);
  for (let row = 0; row < rows.count; row++) {
    if (!rows.isContact(row)) continue;
    const i = rows.source[row];
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

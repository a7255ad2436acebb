// Clashes of meshes in a scene: states at an instant, what passes within a step, and their curves
// in the helper.
import { type BufferAttribute, Mesh, PlaneGeometry, Scene, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { ContactsHelper, type SceneClash, SceneCollider } from '../../src/three.ts';
import { boxAt } from './meshes.ts';

/** Two boxes stuck in each other, and a third one apart from them. */
function stuck(options = {}): { collider: SceneCollider; left: Mesh; right: Mesh; far: Mesh } {
  const [left, right, far] = [boxAt(0, 0, 0), boxAt(0.9, 0.3, 0.2), boxAt(5, 0, 0)];
  return { collider: new SceneCollider([left, right, far], options), left, right, far };
}

describe('clashes', () => {
  it('are there for meshes that are stuck in each other, without any contact of a step', () => {
    const { collider, left, right } = stuck();
    for (const mesh of [left, right]) mesh.position.x += 0.5;
    collider.update();
    expect(collider.collide().count).toBe(0);
    const clashes = collider.clashes();
    expect(clashes.map(({ kind, meshA, meshB }) => [kind, meshA, meshB])).toEqual([['crossing', left, right]]);
    // The boxes overlap by 0.1 along x.
    expect(clashes[0].depth).toBeCloseTo(0.1, 9);
    expect(clashes[0].curve.length).toBeGreaterThan(0);
    expect(clashes[0].point).toBeInstanceOf(Vector3);
  });

  it('end when the meshes are apart', () => {
    const { collider, right } = stuck();
    right.position.x = 2;
    collider.update();
    expect(collider.clashes()).toEqual([]);
    expect(collider.clashes(collider.previous)).toHaveLength(1);
  });

  it('follow the permissions of the collider', () => {
    const asked: string[] = [];
    const name = ({ position: { x } }: Mesh) => String(x);
    const { collider } = stuck({
      mayCollide: (a: Mesh, b: Mesh) => {
        asked.push(`${name(a)} ${name(b)}`);
        return a === b;
      },
    });
    expect(collider.clashes()).toEqual([]);
    // Each pair once, also with clashes.
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('leave out pairs of meshes that never move', () => {
    const [left, right] = [boxAt(0, 0, 0), boxAt(0.9, 0.3, 0.2)];
    expect(new SceneCollider([left, right], { still: [left, right] }).clashes()).toEqual([]);
    expect(new SceneCollider([left, right], { still: [left] }).clashes()).toHaveLength(1);
  });

  it('are in world space, whatever the parents', () => {
    const [sheet, box] = [new Mesh(new PlaneGeometry(4, 4, 3, 3)), boxAt(0.2, 0.1, 0)];
    const parent = new Scene();
    parent.position.set(10, 20, 30);
    parent.add(sheet, box);
    const [clash] = new SceneCollider([sheet, box]).clashes();
    expect(clash.kind).toBe('crossing');
    // Around the box, four times its side.
    expect(clash.curveLength).toBeCloseTo(4, 9);
    expect(clash.curve.length).toBeGreaterThan(0);
    for (let i = 0; i < clash.curve.length; i += 3) {
      // The section of the box by the sheet.
      const [x, y, z] = [clash.curve[i] - 10.2, clash.curve[i + 1] - 20.1, clash.curve[i + 2] - 30];
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeCloseTo(0.5, 9);
      expect(z).toBeCloseTo(0, 9);
    }
  });
});

describe('passing', () => {
  it('lists what goes through something between two updates, which clashes do not see', () => {
    const [wall, box] = [boxAt(0, 0, 0), boxAt(3, 0.3, 0.2)];
    const collider = new SceneCollider([wall, box]);
    box.position.x = -3;
    collider.update();
    expect(collider.clashes()).toEqual([]);
    const passing = collider.passing();
    expect(new Set(passing.flatMap(({ meshA, meshB }) => [meshA, meshB]))).toEqual(new Set([wall, box]));
    // The box has gone 2 of 6 when it touches.
    expect(Math.min(...passing.map(({ firstTime }) => firstTime))).toBeCloseTo(1 / 3, 6);
    expect(passing[0].point).toBeInstanceOf(Vector3);
    box.position.x = -4;
    collider.update();
    expect(collider.passing()).toEqual([]);
  });
});

describe('the helper', () => {
  const clashOf = (curve: readonly number[]): SceneClash => ({
    kind: 'crossing',
    meshA: boxAt(0, 0, 0),
    meshB: boxAt(0, 0, 0),
    depth: null,
    through: null,
    method: 'curve',
    point: new Vector3(),
    curve: Float64Array.from(curve),
    curveLength: 1,
  });

  it('draws the segments of all curves, and forgets those of the last update', () => {
    const helper = new ContactsHelper({ curve: 0x00ff00 });
    new Scene().add(helper);
    const { geometry, material } = helper.curves;
    expect(material.color.getHex()).toBe(0x00ff00);
    expect(geometry.drawRange.count).toBe(0);
    helper.updateClashes([clashOf([0, 0, 0, 1, 0, 0]), clashOf([1, 0, 0, 1, 2, 3])]);
    expect(geometry.drawRange.count).toBe(4);
    const position = geometry.attributes.position as BufferAttribute;
    expect([...position.array]).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 2, 3]);
    helper.updateClashes([clashOf([5, 5, 5, 6, 6, 6])]);
    expect(geometry.drawRange.count).toBe(2);
    expect(geometry.attributes.position).toBe(position);
    expect([...position.array].slice(0, 6)).toEqual([5, 5, 5, 6, 6, 6]);
    helper.showNone();
    expect(geometry.drawRange.count).toBe(0);
    helper.dispose();
  });
});

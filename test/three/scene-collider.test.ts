// Seams, contacts and their names in the scene, permissions, and what is refused.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  Points,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  Vector2,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { basic } from '../../src/index.ts';
import { SceneCollider, type SceneContact, type SceneContacts, SceneError, type SceneFault } from '../../src/three.ts';
import { boxAt, skinnedTube, withMorphs } from './meshes.ts';

function all(contacts: SceneContacts): SceneContact[] {
  return Array.from({ length: contacts.count }, (_, i) => contacts.contact(i));
}

function faultOf(action: () => void): SceneFault | null {
  try {
    action();
  } catch (error) {
    if (error instanceof SceneError) return error.fault;
    throw error;
  }
  return null;
}

/** Two boxes of size 1, of which the second goes through the first from x = 3 to x = −3. */
function crossing(options = {}): { collider: SceneCollider; still: Mesh; moving: Mesh } {
  const still = boxAt(0, 0, 0);
  const moving = boxAt(3, 0.3, 0.2);
  const collider = new SceneCollider([still, moving], options);
  moving.position.x = -3;
  collider.update();
  return { collider, still, moving };
}

describe('seams', () => {
  it('of a box are welded', () => {
    const collider = new SceneCollider([boxAt(0, 0, 0)]);
    expect(collider.mesh.vertexCount).toBe(8);
    expect(collider.mesh.faceCount).toBe(12);
    expect(collider.collide().count).toBe(0);
    expect(collider.intersections().count).toBe(0);
  });

  const outline = [new Vector2(0, -1), new Vector2(1, 0), new Vector2(0, 1)];
  const geometries: Record<string, () => BufferGeometry> = {
    sphere: () => new SphereGeometry(1, 16, 12),
    'far sphere': () => new SphereGeometry(1, 16, 12).translate(0.1, 0.2, 0.3),
    torus: () => new TorusGeometry(1, 0.3, 12, 24),
    'torus knot': () => new TorusKnotGeometry(1, 0.3, 64, 8),
    cylinder: () => new CylinderGeometry(1, 1, 2, 24, 3),
    cone: () => new ConeGeometry(1, 2, 24),
    capsule: () => new CapsuleGeometry(1, 1, 6, 24),
    lathe: () => new LatheGeometry(outline, 16),
    soup: () => new SphereGeometry(1, 16, 12).toNonIndexed(),
  };

  it.each(Object.entries(geometries))('of a %s are closed: it turns and touches nothing', (_, make) => {
    const mesh = new Mesh(make());
    const collider = new SceneCollider([mesh]);
    expect(collider.mesh.topology.boundary.count).toBe(0);
    expect(collider.intersections().count).toBe(0);
    mesh.rotation.set(0.1, 0.2, 0.3);
    collider.update();
    expect(collider.collide().count).toBe(0);
  });

  it('leave faces without area out, and count them', () => {
    const collider = new SceneCollider([new Mesh(new LatheGeometry(outline, 16))]);
    expect(collider.droppedFaces).toBe(32);
    expect(collider.mesh.faceCount).toBe(32);
    expect(collider.mesh.vertexCount).toBe(18);
  });

  it('of a skin stay closed in motion', () => {
    const { mesh, bones } = skinnedTube();
    const collider = new SceneCollider([mesh]);
    expect(collider.mesh.topology.boundary.count).toBe(0);
    bones[1].rotation.z = 0.4;
    collider.update();
    expect(collider.collide().count).toBe(0);
  });

  it.each([false, true])('of a morphed mesh stay closed in motion, relative: %s', (relative) => {
    const mesh = new Mesh(withMorphs(new CylinderGeometry(1, 1, 2, 24, 3), relative));
    const collider = new SceneCollider([mesh]);
    expect(collider.mesh.topology.boundary.count).toBe(0);
    mesh.morphTargetInfluences = [0.5, 0.25];
    collider.update();
    expect(collider.collide().count).toBe(0);
  });

  it('keep vertices apart that differ in a morph target or a weight', () => {
    const geometry = new BufferGeometry();
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 0];
    geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
    expect(new SceneCollider([new Mesh(geometry)]).mesh.vertexCount).toBe(4);
    const target = new Float32BufferAttribute(corners, 3);
    target.setX(3, 0.5);
    geometry.morphAttributes.position = [target];
    expect(new SceneCollider([new Mesh(geometry)]).mesh.vertexCount).toBe(5);
  });

  it('between meshes that are one surface are welded if asked', () => {
    const parts = [new BoxGeometry(1, 1, 1), new BoxGeometry(1, 1, 1)];
    parts[0].setIndex(new BufferAttribute(parts[0].index?.array.slice(0, 18) ?? new Uint16Array(0), 1));
    parts[1].setIndex(new BufferAttribute(parts[1].index?.array.slice(18) ?? new Uint16Array(0), 1));
    const group = new Group().add(...parts.map((geometry) => new Mesh(geometry)));
    const meshes = group.children as Mesh[];
    expect(new SceneCollider(meshes).collide().count).toBeGreaterThan(0);
    const collider = new SceneCollider([meshes]);
    expect(collider.collide().count).toBe(0);
    expect(collider.mesh.topology.boundary.count).toBe(0);
    const needle = boxAt(0, 5, 0, 0.1);
    const both = new SceneCollider([meshes, needle]);
    needle.position.y = -5;
    both.update();
    expect(new Set(all(both.collide()).flatMap(({ meshA, meshB }) => [meshA, meshB])).size).toBe(3);
  });
});

describe('contacts', () => {
  it('name both meshes, their faces and vertices, and lie on both', () => {
    const { collider, still, moving } = crossing();
    const contacts = all(collider.collide());
    expect(contacts.length).toBeGreaterThan(10);
    expect(new Set(contacts.map((contact) => contact.kind))).toEqual(new Set([0, 1]));
    for (const contact of contacts) {
      expect(new Set([contact.meshA, contact.meshB])).toEqual(new Set([still, moving]));
      expect(contact.normal.length()).toBeCloseTo(1, 12);
      expect(contact.startsTouching).toBe(false);
      expect(contact.verticesA.length).toBe(contact.kind + 1);
      expect(contact.verticesB.length).toBe(contact.kind === 0 ? 3 : 2);
      for (const side of ['A', 'B'] as const) expect(distanceToHull(contact, side, moving)).toBeLessThan(1e-3);
    }
  });

  /** From the point to the box of the side's vertices at that time. */
  function distanceToHull(contact: SceneContact, side: 'A' | 'B', moving: Mesh): number {
    const mesh = contact[`mesh${side}`];
    const { geometry } = mesh;
    const { index, attributes } = geometry;
    const offset = mesh === moving ? new Vector3(3 - 6 * contact.time, 0.3, 0.2) : new Vector3();
    const corners = [0, 1, 2].map((k) => index?.getX(3 * contact[`face${side}`] + k));
    const points = contact[`vertices${side}`].map((vertex) => {
      expect(corners).toContain(vertex);
      return new Vector3().fromBufferAttribute(attributes.position, vertex).add(offset);
    });
    const low = points.reduce((a, b) => a.clone().min(b));
    const high = points.reduce((a, b) => a.clone().max(b));
    return contact.point.clone().clamp(low, high).distanceTo(contact.point);
  }

  it('come first at the first time', () => {
    const { collider } = crossing();
    const contacts = all(collider.collide());
    const least = contacts.reduce((a, b) => (b.time < a.time ? b : a));
    expect(collider.firstContact()).toEqual(least);
    expect(least.time).toBeCloseTo(2 / 6, 3);
    expect(Math.abs(least.normal.x)).toBeCloseTo(1, 9);
    expect(collider.maxStep()).toBeCloseTo(2 / 6, 3);
    expect(collider.maxStep({ slack: 0.5 })).toBeCloseTo(1 / 6, 3);
    const near = collider.firstContact({ minSeparation: 0.5 });
    expect(near?.time).toBeCloseTo(1.5 / 6, 2);
  });

  it('between other positions', () => {
    const { collider } = crossing();
    const { previous, current } = collider;
    expect(collider.collide({ x0: current, x1: current }).count).toBe(0);
    expect(collider.firstContact({ x0: previous, x1: previous })).toBeNull();
    expect(collider.maxStep({ x0: current, x1: current })).toBe(1);
    const back = collider.collide({ x0: current, x1: previous });
    expect(back.count).toBe(crossing().collider.collide().count);
    expect(() => back.contact(back.count)).toThrow(/counted from 0/);
  });

  it('are the same with every recipe', () => {
    const times = (options: object) => all(crossing(options).collider.collide()).map(({ time }) => time);
    expect(times({ recipe: basic })).toEqual(times({}));
  });

  it('now are pairs of faces', () => {
    const still = boxAt(0, 0, 0);
    const other = boxAt(0.5, 0.4, 0.3);
    const collider = new SceneCollider([still, other]);
    const pairs = collider.intersections();
    expect(pairs.count).toBeGreaterThan(0);
    for (let i = 0; i < pairs.count; i++) {
      const { meshA, meshB, faceA, faceB } = pairs.pair(i);
      expect([meshA, meshB]).toEqual([still, other]);
      expect(Math.max(faceA, faceB)).toBeLessThan(12);
    }
    other.position.x = 5;
    collider.update();
    expect(collider.intersections().count).toBe(0);
  });

  it('keep the draw range', () => {
    const { collider, moving, still } = crossing();
    const before = collider.collide().count;
    still.geometry.setDrawRange(6, 6);
    moving.position.x = 3;
    const part = new SceneCollider([still, moving]);
    expect(part.mesh.faceCount).toBe(14);
    moving.position.x = -3;
    part.update();
    const contacts = all(part.collide());
    expect(contacts.length).toBeGreaterThan(0);
    expect(contacts.length).toBeLessThan(before);
    for (const { meshB, faceB } of contacts) if (meshB === still) expect([2, 3]).toContain(faceB);
  });
});

describe('permissions', () => {
  it('are asked of every pair once', () => {
    const meshes = [
      boxAt(0, 0, 0),
      boxAt(3, 0.1, 0.2),
      boxAt(6, 0.2, 0.1),
      new Mesh(new BufferGeometry().setAttribute('position', new Float32BufferAttribute([], 3))),
    ];
    const asked: string[] = [];
    const mayCollide = (a: Mesh, b: Mesh) => {
      asked.push(`${meshes.indexOf(a)}${meshes.indexOf(b)}`);
      return a === meshes[0] || b === meshes[0];
    };
    const collider = new SceneCollider(meshes, { mayCollide });
    expect(asked).toEqual(['00', '01', '02', '03', '11', '12', '13', '22', '23', '33']);
    meshes[2].position.x = -6;
    collider.update();
    const contacts = all(collider.collide());
    expect(contacts.length).toBeGreaterThan(0);
    for (const { meshA, meshB } of contacts) expect(new Set([meshA, meshB])).toEqual(new Set([meshes[0], meshes[2]]));
  });

  it('leave a surface and itself out, whatever pieces it has', () => {
    const two = new BufferGeometry();
    two.setAttribute(
      'position',
      new Float32BufferAttribute([-1, 0, -1, 1, 0, -1, 0, 0, 1, 0, -1, 0, 0.1, 1, 0, 0, 1, 0.1], 3),
    );
    expect(new SceneCollider([new Mesh(two)]).intersections().count).toBe(1);
    expect(new SceneCollider([new Mesh(two)], { selfCollision: false }).intersections().count).toBe(0);
  });

  it('leave still meshes out among themselves', () => {
    const meshes = [boxAt(0, 0, 0), boxAt(0.5, 0.4, 0.3), boxAt(0.2, 0.7, 0.1)];
    const collider = new SceneCollider(meshes, { still: meshes.slice(0, 2) });
    const pairs = collider.intersections();
    expect(pairs.count).toBeGreaterThan(0);
    for (let i = 0; i < pairs.count; i++) expect(pairs.pair(i).meshB).toBe(meshes[2]);
    expect(() => new SceneCollider(meshes, { still: [boxAt(0, 0, 0)] })).toThrow(/still names/);
  });
});

describe('refused', () => {
  const material = new MeshBasicMaterial();

  it('instances and what is no mesh', () => {
    const instanced = new InstancedMesh(new BoxGeometry(), material, 3);
    instanced.name = 'crowd';
    expect(() => new SceneCollider([instanced])).toThrow(/"crowd" draws instances/);
    expect(faultOf(() => new SceneCollider([instanced]))).toBe('unsupported-object');
    expect(faultOf(() => new SceneCollider([new Group() as unknown as Mesh]))).toBe('unsupported-object');
    expect(faultOf(() => new SceneCollider([new Points() as unknown as Mesh]))).toBe('unsupported-object');
    const mesh = boxAt(0, 0, 0);
    expect(faultOf(() => new SceneCollider([mesh, [mesh]]))).toBe('repeated-object');
  });

  it('broken geometry and skins', () => {
    const at = (fault: SceneFault, mesh: Mesh) => expect(faultOf(() => new SceneCollider([mesh]))).toBe(fault);
    at('bad-geometry', new Mesh(new BufferGeometry()));
    at('bad-geometry', new Mesh(new BoxGeometry().setIndex([0, 1, 24])));
    const nowhere = boxAt(0, 0, 0);
    nowhere.geometry.attributes.position.setX(3, Number.NaN);
    at('position-not-finite', nowhere);
    const { mesh } = skinnedTube();
    mesh.geometry.attributes.skinIndex.setY(0, 3);
    at('bad-skin', mesh);
    mesh.geometry.deleteAttribute('skinIndex');
    at('bad-skin', mesh);
  });

  it('changes of what was built once', () => {
    const change = (action: (mesh: Mesh) => void) => {
      const mesh = boxAt(0, 0, 0);
      const collider = new SceneCollider([mesh]);
      const { current } = collider;
      action(mesh);
      expect(faultOf(() => collider.update())).toBe('changed');
      expect(collider.current).toBe(current);
    };
    change((mesh) => mesh.geometry.setIndex([0, 1, 2]));
    change((mesh) => mesh.geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0], 3)));
    change((mesh) => mesh.geometry.setDrawRange(0, 6));
    change((mesh) => {
      if (mesh.geometry.index) mesh.geometry.index.needsUpdate = true;
    });
    change((mesh) => {
      mesh.geometry.morphAttributes.position = [mesh.geometry.attributes.position as BufferAttribute];
    });
    const { mesh } = skinnedTube();
    const collider = new SceneCollider([mesh]);
    mesh.skeleton.bones.pop();
    expect(() => collider.update()).toThrow(/has 2 bones now and had 3/);
  });

  it('positions that are lost on the way, until they are found', () => {
    const mesh = boxAt(0, 0, 0);
    const collider = new SceneCollider([mesh]);
    mesh.position.x = Number.NaN;
    expect(faultOf(() => collider.update())).toBe('position-not-finite');
    mesh.position.x = 1;
    collider.reset();
    expect(collider.collide().count).toBe(0);
  });
});

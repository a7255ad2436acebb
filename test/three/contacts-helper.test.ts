import { type BufferAttribute, type BufferGeometry, Color, Scene, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { ContactsHelper, SceneCollider } from '../../src/three.ts';
import { boxAt } from './meshes.ts';

function contactsOf(count: number) {
  const meshes = Array.from({ length: count + 1 }, (_, i) => boxAt(2 * i, 0, 0));
  const collider = new SceneCollider(meshes);
  meshes[0].position.set(2 * count, 0.3, 0.2);
  collider.update();
  return collider.collide();
}

function at(geometry: BufferGeometry, name: string, i: number): Vector3 {
  return new Vector3().fromBufferAttribute(geometry.attributes[name] as BufferAttribute, i);
}

it('holds a point, a normal and a colour of each contact, and grows', () => {
  const helper = new ContactsHelper({ length: 0.5, early: 0xff0000, late: 0x0000ff });
  new Scene().add(helper);
  const { geometry } = helper.points;
  expect(geometry.drawRange.count).toBe(0);
  let freed = 0;
  geometry.addEventListener('dispose', () => freed++);
  const few = contactsOf(1);
  const { position } = geometry.attributes;
  helper.update(few);
  expect(geometry.attributes.position).toBe(position);
  expect(freed).toBe(0);
  const many = contactsOf(20);
  expect(many.count).toBeGreaterThan(256);
  helper.update(many);
  expect(freed).toBe(1);
  expect(geometry.drawRange.count).toBe(many.count);
  expect(helper.normals.geometry.drawRange.count).toBe(2 * many.count);
  for (let i = 0; i < many.count; i++) {
    const { point, normal, time } = many.contact(i);
    expect(at(geometry, 'position', i).distanceTo(point)).toBeLessThan(1e-5);
    expect(at(helper.normals.geometry, 'position', 2 * i).distanceTo(point)).toBeLessThan(1e-5);
    const end = point.clone().addScaledVector(normal, 0.5);
    expect(at(helper.normals.geometry, 'position', 2 * i + 1).distanceTo(end)).toBeLessThan(1e-5);
    const colour = new Color(0xff0000).lerp(new Color(0x0000ff), time);
    expect(at(geometry, 'color', i).distanceTo(new Vector3(colour.r, colour.g, colour.b))).toBeLessThan(1e-6);
  }
  helper.showNone();
  expect(geometry.drawRange.count).toBe(0);
  helper.dispose();
  expect(freed).toBe(2);
});

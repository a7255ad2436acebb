// Calls that may take long: a limit on contacts, asynchronous calls, and a signal that ends them.
import { describe, expect, it } from 'vitest';
import { wavingCloth } from '../../scenes/waving-cloth.ts';
import { basic, type Contacts, iccd, MeshCollider, rTriangles } from '../../src/index.ts';
import { meshClasses } from '../generate/meshes.ts';

const keysOf = ({ count, kind, a, b }: Contacts): string[] =>
  Array.from({ length: count }, (_, i) => `${kind[i]} ${a[i]} ${b[i]}`);

describe('maxContacts', () => {
  const { mesh, x0, x1 } = meshClasses[0].make(1);
  const all = keysOf(new MeshCollider(mesh).collide(x0, x1));

  it.each([iccd, rTriangles, basic])('gives some of the contacts and says so: $name', (recipe) => {
    const collider = new MeshCollider(mesh, { recipe });
    expect(all.length).toBeGreaterThan(20);
    for (const maxContacts of [1, 7, all.length - 1]) {
      const some = collider.collide(x0, x1, { maxContacts });
      expect(some.truncated).toBe(true);
      expect(some.count).toBeGreaterThan(0);
      expect(some.count).toBeLessThanOrEqual(maxContacts);
      expect(all).toEqual(expect.arrayContaining(keysOf(some)));
      expect(keysOf(some)).toEqual(all.filter((key) => keysOf(some).includes(key)));
      expect(some.copy().truncated).toBe(true);
    }
    const whole = collider.collide(x0, x1);
    expect(whole.truncated).toBe(false);
    expect(keysOf(whole)).toEqual(all);
  });

  it('that is just enough cuts nothing', () => {
    const found = new MeshCollider(mesh).collide(x0, x1, { maxContacts: all.length });
    expect(found.truncated).toBe(false);
    expect(keysOf(found)).toEqual(all);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d', (maxContacts) => {
    expect(() => new MeshCollider(mesh).collide(x0, x1, { maxContacts })).toThrow(/maxContacts must be a whole number/);
  });
});

describe('collideAsync', () => {
  const { mesh, positions } = wavingCloth({ scale: 0.5 });
  const [x0, x1] = [60, 75].map((frame) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    positions(frame, x);
    return x;
  });

  it('gives what collide gives, whatever becomes of the positions meanwhile', async () => {
    const expected = keysOf(new MeshCollider(mesh).collide(x0, x1));
    const from = x0.slice();
    const pending = new MeshCollider(mesh).collideAsync(from, x1);
    from.fill(0);
    expect(keysOf(await pending)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
  });

  it('lets others run, ends when the signal says so, and leaves a collider that works', async () => {
    const collider = new MeshCollider(mesh);
    const controller = new AbortController();
    // After the first slice, whatever else this machine does meanwhile.
    setImmediate(() => controller.abort(new Error('enough')));
    const pending = collider.collideAsync(x0, x1, { signal: controller.signal });
    await expect(pending).rejects.toThrow('enough');
    expect(keysOf(collider.collide(x0, x1))).toEqual(keysOf(new MeshCollider(mesh).collide(x0, x1)));
  });

  it('does not begin with a signal that is aborted', async () => {
    await expect(new MeshCollider(mesh).collideAsync(x0, x1, { signal: AbortSignal.abort() })).rejects.toThrow(
      /abort/i,
    );
  });

  it('takes no other call while it is at work', async () => {
    const collider = new MeshCollider(mesh);
    const pending = collider.collideAsync(x0, x1);
    expect(() => collider.collide(x0, x1)).toThrow(/still at work/);
    expect(() => collider.proximities(x0, { distance: 0 })).toThrow(/still at work/);
    expect(() => collider.retopologize({ removeFaces: [0] })).toThrow(/still at work/);
    await expect(collider.collideAsync(x0, x1)).rejects.toThrow(/still at work/);
    expect((await pending).count).toBeGreaterThan(0);
  });
});

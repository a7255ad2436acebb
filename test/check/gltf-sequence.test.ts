// What `graze check` plays of the animations of a glTF file, and what it says of them.
import { describe, expect, it } from 'vitest';
import { Builder } from '../io/gltf/gltf-samples.ts';
import { type Files, open, refusal } from './memory-files.ts';

const [ZERO, UP] = [
  [0, 0, 0],
  [0, 5, 0],
];

/** Two cubes, a node without a mesh, and animations that each move one of them up. */
async function filesWith(...motions: readonly (readonly [string, 'first' | 'second' | 'camera'])[]): Promise<Files> {
  const builder = new Builder();
  const nodes = {
    first: builder.cube().setName('first'),
    second: builder.cube().setName('second'),
    camera: builder.node(),
  };
  motions.forEach(([name, node], i) => {
    builder.animate(nodes[node], 'translation', 'LINEAR', [0, 1 + i], [ZERO, UP], name);
  });
  return { 'a.glb': await builder.glb() };
}

const inputs = { '': ['a.glb'] };

describe('animations', () => {
  it('of different nodes play together, at the keyframes of all', async () => {
    const files = await filesWith(['open', 'first'], ['close', 'second']);
    const sequence = await open(inputs, files);
    expect(sequence.paths).toBe(
      'animations "open" and "close" together at their 3 keyframes; between two of them every vertex moves in a straight line',
    );
    expect(sequence.notes).toEqual([]);
    expect([0, 1, 2].map(sequence.nameOf)).toEqual(['a.glb@0', 'a.glb@1', 'a.glb@2']);
    expect([0, 1].map(sequence.isCut)).toEqual([false, false]);
    const x = await sequence.read(1);
    // The first cube has arrived, the second is half-way.
    expect(x[x.length - 2] - x[x.length / 2 - 2]).toBe(-2.5);
  });

  it('of one node are alternatives: the first plays, and the others are named', async () => {
    const files = await filesWith(['Survey', 'first'], ['Walk', 'first'], ['door', 'second'], ['Run', 'first']);
    const sequence = await open(inputs, files);
    expect(sequence.paths).toMatch(/^animations "Survey" and "door" together at their 3 keyframes;/);
    expect(sequence.notes).toEqual([
      'Not played: animations "Walk" and "Run", which move the same as "Survey"; --clip NAME plays one of them, --clip all all of them, one after the other.',
    ]);
    const walk = await open(inputs, files, { clip: 'Walk' });
    expect(walk.paths).toMatch(/^animation "Walk" at its 2 keyframes;/);
    expect(walk.notes).toEqual([]);
    const all = await open(inputs, files, { clip: 'all' });
    expect(all.frameCount).toBe(8);
    expect(Array.from({ length: 7 }, (_, i) => all.isCut(i))).toEqual([false, true, false, true, false, true, false]);
  });

  it('are sampled at a rate from the first key of any to the last', async () => {
    const sequence = await open(inputs, await filesWith(['open', 'first'], ['close', 'second']), { rate: 4 });
    expect(sequence.frameCount).toBe(9);
    expect(sequence.paths).toMatch(/^animations "open" and "close" together at 9 samples, 4 a second;/);
  });

  it('that move only a camera are named, and nothing moves', async () => {
    const files = await filesWith(['orbit', 'camera'], ['zoom', 'camera']);
    const sequence = await open(inputs, files);
    expect([sequence.frameCount, sequence.paths]).toEqual([1, 'one frame, in which nothing moves']);
    expect(sequence.notes).toEqual([
      'Not played: animations "orbit" and "zoom", which move nothing that has triangles.',
    ]);
    expect(await refusal(open(inputs, files, { clip: 'zoom' }))).toBe(
      'a.glb: animation "zoom" moves nothing that has triangles.',
    );
    expect(await refusal(open(inputs, files, { clip: 'pan' }))).toBe(
      'a.glb: there is no animation pan; it has none that moves triangles.',
    );
  });

  it('are named up to a dozen', async () => {
    const many = Array.from({ length: 16 }, (_, i) => [`move ${i}`, 'first'] as const);
    const { notes } = await open(inputs, await filesWith(...many));
    expect(notes[0]).toMatch(
      /^Not played: animations "move 1", .*, "move 12" and 3 more, which move the same as "move 0"; /,
    );
  });
});

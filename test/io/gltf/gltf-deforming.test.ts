// How skins and morph targets of a glTF file deform it, against closed forms.
import { describe, it } from 'vitest';
import { type GltfAnimation, readGltf } from '../../../src/io.ts';
import { at, Builder, expectAt, rotated, turn, type Vector } from './gltf-samples.ts';

/** A strip along y, its lower third on joint 0, the upper on joint 1, which sits at (0, 1, 0). */
const STRIP: readonly Vector[] = [0, 1, 2].flatMap((y): Vector[] => [
  [-0.5, y, 0],
  [0.5, y, 0],
]);

function skinnedStrip(builder: Builder, sets: readonly { joints: number[]; weights: number[] }[], joints: number) {
  const primitive = builder.primitive(STRIP, [0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4]);
  sets.forEach(({ joints, weights }, i) => {
    primitive.setAttribute(`JOINTS_${i}`, builder.accessor('VEC4', new Uint8Array(joints)));
    primitive.setAttribute(`WEIGHTS_${i}`, builder.accessor('VEC4', new Uint8Array(weights)).setNormalized(true));
  });
  const nodes = Array.from({ length: joints }, () => builder.node());
  const skin = builder.document.createSkin();
  for (const node of nodes) skin.addJoint(node);
  // Its own transform must not count.
  const holder = builder.node(primitive).setSkin(skin).setTranslation([50, 60, 70]);
  return { nodes, skin, holder };
}

describe('a skin', () => {
  it('of two joints bends, halfway where the weights are', async () => {
    const builder = new Builder();
    const weights = [255, 0, 255, 0, 51, 51, 51, 51, 0, 255, 0, 255].flatMap((w, i, all) =>
      i % 2 ? [] : [w, all[i + 1], 0, 0],
    );
    const joints = STRIP.flatMap(() => [0, 1, 0, 0]);
    const { nodes, skin, holder } = skinnedStrip(builder, [{ joints, weights }], 2);
    nodes[0].addChild(nodes[1].setTranslation([0, 1, 0]));
    builder.node().addChild(holder);
    const binds = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const lower = binds.map((x, i) => (i === 13 ? -1 : x));
    skin.setInverseBindMatrices(builder.accessor('MAT4', new Float32Array([...binds, ...lower])));
    builder.animate(nodes[1], 'rotation', 'LINEAR', [0, 1], [turn([0, 0, 1], 0), turn([0, 0, 1], Math.PI / 2)]);
    builder.animate(
      nodes[0],
      'translation',
      'LINEAR',
      [0, 1],
      [
        [0, 0, 0],
        [0, 0, 3],
      ],
    );
    const read = await readGltf(await builder.glb());
    expectAt(read, undefined, STRIP);
    for (const time of [0, 0.3, 1]) {
      const bent = STRIP.map(([x, y, z], i): Vector => {
        const [rx, ry] = rotated([x, y - 1, z], [0, 0, 1], (time * Math.PI) / 2);
        const share = [0, 0, 0.5, 0.5, 1, 1][i];
        return [x * (1 - share) + rx * share, y * (1 - share) + (ry + 1) * share, 3 * time];
      });
      expectAt(read, time, bent);
    }
  });

  it('of eight influences a vertex takes them all, scaled to a sum of 1', async () => {
    const builder = new Builder();
    const sets = [0, 4].map((first) => ({
      joints: STRIP.flatMap(() => [0, 1, 2, 3].map((i) => first + i)),
      weights: STRIP.flatMap(() => [1, 2, 3, 4].map((i) => first + i)),
    }));
    const { nodes } = skinnedStrip(builder, sets, 8);
    nodes.forEach((node, i) => {
      node.setTranslation([i, 0, 10 * i]);
    });
    const read = await readGltf(await builder.glb());
    const mean = [1, 2, 3, 4, 5, 6, 7, 8].reduce((sum, weight, i) => sum + (weight * i) / 36, 0);
    expectAt(read, undefined, at(STRIP, [mean, 0, 10 * mean]));
  });
});

describe('morph targets', () => {
  const up = STRIP.map(([, y]): Vector => [0, 0, y]);
  const out = STRIP.map(([x]): Vector => [3 * x, 0, 0]);
  const morphed = (a: number, b: number): Vector[] =>
    STRIP.map(([x, y, z], i) => [x + b * out[i][0], y, z + a * up[i][2]]);

  async function morphing(
    change: (builder: Builder, node: ReturnType<Builder['node']>) => void,
  ): Promise<GltfAnimation> {
    const builder = new Builder();
    const primitive = builder.primitive(STRIP, [0, 1, 2, 3, 4, 5]);
    for (const target of [up, out]) {
      primitive.addTarget(builder.document.createPrimitiveTarget().setAttribute('POSITION', builder.vectors(target)));
    }
    change(builder, builder.node(primitive));
    return readGltf(await builder.glb());
  }

  it('take their weights from the mesh, from the node, from the clip', async () => {
    expectAt(await morphing(() => {}), undefined, STRIP);
    expectAt(await morphing((_, node) => node.getMesh()?.setWeights([0.5, 2])), undefined, morphed(0.5, 2));
    const read = await morphing((builder, node) => {
      node.setWeights([1, 0.25]).getMesh()?.setWeights([0.5, 2]);
      builder.animate(
        node,
        'weights',
        'LINEAR',
        [0, 2],
        [
          [0, 1],
          [4, 0],
        ],
      );
    });
    expectAt(read, undefined, morphed(1, 0.25));
    for (const time of [0, 0.5, 2]) expectAt(read, time, morphed(2 * time, 1 - time / 2));
    expectAt(read, undefined, morphed(1, 0.25));
  });

  it('move before the node does', async () => {
    const read = await morphing((builder, node) => {
      builder.animate(
        node,
        'weights',
        'STEP',
        [0, 1],
        [
          [0, 0],
          [1, 0],
        ],
      );
      builder.animate(node, 'rotation', 'STEP', [0], [turn([1, 0, 0], Math.PI / 2)]);
    });
    expectAt(
      read,
      1,
      morphed(1, 0).map(([x, y, z]) => [x, -z, y]),
    );
  });
});

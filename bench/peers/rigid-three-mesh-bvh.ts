// three-mesh-bvh. It has no motions: a developer samples poses until two overlap, then bisects the
// interval before that.
import { BufferAttribute, BufferGeometry, Matrix4, Quaternion, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import type { Soup } from '../../scenes/rigid/index.ts';
import type { RigidMotion } from '../../src/rigid.ts';
import { CONTACT_QUESTIONS, type Peer, pathOf, TOLERANCE } from './rigid-peer.ts';

const ONE = new Vector3(1, 1, 1);

/** Returns one peer for each number of samples. */
export function threeMeshBvh(soup: Soup, sampleCounts: readonly number[]): Peer[] {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(soup.positions), 3));
  geometry.setIndex(new BufferAttribute(soup.triangles.slice(), 1));
  const tree = new MeshBVH(geometry, { strategy: SAH });
  geometry.boundsTree = tree;
  geometry.computeBoundingSphere();
  const radius = geometry.boundingSphere?.radius ?? 0;
  const meet = (motion: RigidMotion, t: number): boolean => tree.intersectsGeometry(geometry, matrixAt(motion, t));
  return [
    ...sampleCounts.map(
      (samples): Peer => ({
        by: `three-mesh-bvh, ${samples} poses`,
        answers: CONTACT_QUESTIONS,
        answer: (motion) => sampled(motion, samples, TOLERANCE / pathOf(motion, radius), meet),
      }),
    ),
    {
      by: 'three-mesh-bvh intersectsGeometry',
      answers: ['overlap'],
      answer: (motion) => (meet(motion, 0) ? 1 : 0),
    },
    {
      by: 'three-mesh-bvh closestPointToGeometry',
      answers: ['distance'],
      answer: (motion) => tree.closestPointToGeometry(geometry, matrixAt(motion, 0))?.distance ?? Infinity,
    },
  ];
}

/** Returns the last time known to be free of overlap, at most `step` before an overlap. */
function sampled(
  motion: RigidMotion,
  samples: number,
  step: number,
  meet: (motion: RigidMotion, t: number) => boolean,
): number {
  for (let i = 1; i <= samples; i++) {
    if (!meet(motion, i / samples)) continue;
    let [free, met] = [(i - 1) / samples, i / samples];
    while (met - free > step) {
      const middle = (free + met) / 2;
      if (meet(motion, middle)) met = middle;
      else free = middle;
    }
    return free;
  }
  return Infinity;
}

function matrixAt(motion: RigidMotion, t: number): Matrix4 {
  const { position, rotation } = motion.at(t);
  return new Matrix4().compose(new Vector3(...position), new Quaternion(...rotation), ONE);
}

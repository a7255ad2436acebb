// The topology of some faces equals that which is built from their triangles alone.
import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { partTopology } from '../../../src/core/mesh/part-topology.ts';
import { Topology } from '../../../src/core/mesh/topology.ts';
import { meshClasses } from '../../generate/meshes.ts';

it.each(meshClasses)('of $name', ({ make }) => {
  for (const seed of [1, 2, 3]) {
    const { mesh } = make(seed);
    const random = seededRandom(seed);
    for (const share of [0, 0.1, 0.5, 1]) {
      const faces = Uint32Array.from({ length: mesh.faceCount }, (_, f) => f).filter(() => random.next() < share);
      const { topology, vertices } = partTopology(mesh.topology, faces);
      const corners = Array.from(faces, (f) => Array.from(mesh.triangles.subarray(3 * f, 3 * f + 3))).flat();
      expect(Array.from(topology.triangles, (v) => vertices[v])).toEqual(corners);
      expect(vertices).toEqual(Uint32Array.from(new Set(corners)).sort());
      expect({ ...topology }).toEqual({ ...new Topology(topology.triangles, vertices.length) });
    }
  }
});

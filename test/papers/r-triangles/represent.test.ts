// The representation of R-Triangles §4: its three properties, the four bits of an identifier, and table 1, counted on a regular mesh.
import { describe, expect, it } from 'vitest';
import { TriMesh } from '../../../src/index.ts';
import {
  type Faces,
  type Representation,
  represent,
  representAll,
  representGreedily,
} from '../../../src/papers/r-triangles/represent.ts';
import { representMaximally, representUniformly } from '../../../src/papers/r-triangles/schemas.ts';
import { meshClasses } from '../../generate/meshes.ts';

const representedVertices = (identifier: number): number => (identifier >>> 28) & 3;
const representedEdges = (identifier: number): number => identifier >>> 30;

const facesOf = (mesh: TriMesh): Faces => ({ vertices: mesh.triangles, edges: mesh.topology.faceEdges });

/** Properties I to III: exactly one face that holds it represents a vertex or an edge. */
function expectEachOnce(mesh: TriMesh, { identifiers, vertices, edges }: Representation): void {
  const represented = (ids: Uint32Array, count: (identifier: number) => number): number[] =>
    Array.from(identifiers)
      .flatMap((identifier, f) => Array.from(ids.subarray(3 * f, 3 * f + count(identifier))))
      .sort((a, b) => a - b);
  expect(represented(vertices, representedVertices)).toEqual([...new Set(mesh.triangles)].sort((a, b) => a - b));
  expect(represented(edges, representedEdges)).toEqual(Array.from({ length: mesh.topology.edgeCount }, (_, e) => e));
}

const schemas = { greedy: representGreedily, maximal: representMaximally, uniform: representUniformly };

describe.each(meshClasses)('on $name', ({ make }) => {
  const { mesh } = make(3);
  it.each(Object.entries(schemas))('the %s schema keeps the three properties', (_, schema) => {
    const representation = schema(facesOf(mesh), mesh.vertexCount, mesh.topology.edgeCount);
    const { identifiers, vertices, edges } = representation;
    expectEachOnce(mesh, representation);
    for (let f = 0; f < mesh.faceCount; f++) {
      // It only reorders the features of a face.
      const row = (ids: Uint32Array) => Array.from(ids.subarray(3 * f, 3 * f + 3)).sort((a, b) => a - b);
      expect(row(vertices)).toEqual(row(mesh.triangles));
      expect(row(edges)).toEqual(row(mesh.topology.faceEdges));
      // The place is below the four bits.
      expect(identifiers[f] & 0xfffffff).toBe(f);
    }
  });

  it('the Maximal Schema could leave out no further face', () => {
    const { identifiers } = representMaximally(facesOf(mesh), mesh.vertexCount, mesh.topology.edgeCount);
    const isLeft = Array.from(identifiers, (identifier) => identifier >>> 28 === 0);
    const { starStart, starFaces, edgeFaceStart, edgeFaces, faceEdges } = mesh.topology;
    // A face without features needs another one at each vertex and edge: a used one, or one that could be used.
    const used = (from: number, to: number, list: Uint32Array): number =>
      list.subarray(from, to).filter((f) => !isLeft[f]).length;
    for (let f = 0; f < mesh.faceCount; f++) {
      if (isLeft[f]) continue;
      const atVertices = [0, 1, 2]
        .map((k) => mesh.triangles[3 * f + k])
        .map((v) => used(starStart[v], starStart[v + 1], starFaces));
      const atEdges = [0, 1, 2]
        .map((k) => faceEdges[3 * f + k])
        .map((e) => used(edgeFaceStart[e], edgeFaceStart[e + 1], edgeFaces));
      expect(Math.min(...atVertices, ...atEdges), `face ${f}`).toBe(1);
    }
  });

  it('the Uniform Schema has no face with two features more than another that could take one', () => {
    const { identifiers, vertices, edges } = representUniformly(
      facesOf(mesh),
      mesh.vertexCount,
      mesh.topology.edgeCount,
    );
    const load = Array.from(identifiers, (one) => representedVertices(one) + representedEdges(one));
    const { starStart, starFaces, edgeFaceStart, edgeFaces } = mesh.topology;
    for (let f = 0; f < mesh.faceCount; f++) {
      const others = [
        ...Array.from(vertices.subarray(3 * f, 3 * f + representedVertices(identifiers[f]))).flatMap((v) =>
          Array.from(starFaces.subarray(starStart[v], starStart[v + 1])),
        ),
        ...Array.from(edges.subarray(3 * f, 3 * f + representedEdges(identifiers[f]))).flatMap((e) =>
          Array.from(edgeFaces.subarray(edgeFaceStart[e], edgeFaceStart[e + 1])),
        ),
      ];
      for (const g of others) expect(load[g]).toBeGreaterThanOrEqual(load[f] - 1);
    }
  });
});

it('lets every face represent all without an assignment', () => {
  const { identifiers } = representAll(facesOf(meshClasses[0].make(1).mesh));
  for (const identifier of identifiers) {
    expect([representedVertices(identifier), representedEdges(identifier)]).toEqual([3, 3]);
  }
});

/** A regular mesh: a torus of n × n squares in two triangles, every vertex of degree six. Face 2c points up, 2c + 1 down. */
const N = 8;
const at = (i: number, j: number) => ((i + N) % N) * N + ((j + N) % N);
const torus = TriMesh.from(
  Array.from({ length: N * N }, (_, cell) => {
    const [i, j] = [Math.floor(cell / N), cell % N];
    return [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
  }).flat(),
  N * N,
);
const faces = facesOf(torus);

/** Figure 7a: faces that point up represent their edges and one vertex, the others nothing. */
function maximalSchema(): Representation {
  const corners = new Uint8Array(3 * torus.faceCount);
  const sides = new Uint8Array(3 * torus.faceCount);
  for (let f = 0; f < torus.faceCount; f += 2) {
    corners[3 * f] = 1;
    sides.fill(1, 3 * f, 3 * f + 3);
  }
  return represent(faces, corners, sides);
}

/**
 * Figure 7b: every face represents two features. There are half as many vertices as faces, so half of the faces represent a vertex and
 * an edge, the others two edges: here every second row of squares.
 */
function uniformSchema(): Representation {
  const corners = new Uint8Array(3 * torus.faceCount);
  const sides = new Uint8Array(3 * torus.faceCount);
  for (let cell = 0; cell < N * N; cell++) {
    const [up, down] = [6 * cell, 6 * cell + 3];
    sides[up] = 1;
    sides[down + 2] = 1;
    const own = Math.floor(cell / N) % 2 === 0 ? { flags: corners, upper: up } : { flags: sides, upper: up + 2 };
    own.flags[own.upper] = 1;
    own.flags[down] = 1;
  }
  return represent(faces, corners, sides);
}

/** Tests that the candidate pairs of a contact dispatch, as vertex–face and edge–edge. */
function tests({ identifiers }: Representation, pairs: readonly (readonly [number, number])[]): [number, number] {
  let vf = 0;
  let ee = 0;
  for (const [f, g] of pairs) {
    vf += representedVertices(identifiers[f]) + representedVertices(identifiers[g]);
    ee += representedEdges(identifiers[f]) * representedEdges(identifiers[g]);
  }
  return [vf, ee];
}

const { edgeFaceStart, edgeFaces, starStart, starFaces } = torus.topology;
const aroundEdge = (e: number) => Array.from(edgeFaces.subarray(edgeFaceStart[e], edgeFaceStart[e + 1]));
const around = (v: number) => Array.from(starFaces.subarray(starStart[v], starStart[v + 1]));
const edgeContact = (e: number, g: number) => aroundEdge(e).flatMap((f) => aroundEdge(g).map((h) => [f, h] as const));
const vertexContact = (v: number, f: number) => around(v).map((g) => [g, f] as const);

describe('table 1', () => {
  /** Between two rows of squares. */
  const edge = (i: number, j: number) => torus.topology.faceEdges[3 * 2 * at(i, j) + 2];
  const contactOfEdges = edgeContact(edge(1, 1), edge(5, 5));
  const vertex = at(1, 1);
  const up = 2 * at(4, 5);
  const down = up + 1;

  it('Maximal Schema: 13, 3 and 36 tests', () => {
    const schema = maximalSchema();
    expectEachOnce(torus, schema);
    expect(tests(schema, contactOfEdges)).toEqual([4, 9]);
    expect(tests(schema, vertexContact(vertex, down))).toEqual([3, 0]);
    expect(tests(schema, vertexContact(vertex, up))).toEqual([9, 27]);
  });

  it('Uniform Schema: 13, 18 and 18 tests', () => {
    const schema = uniformSchema();
    expectEachOnce(torus, schema);
    for (const identifier of schema.identifiers) {
      expect(representedVertices(identifier) + representedEdges(identifier)).toBe(2);
    }
    expect(tests(schema, contactOfEdges)).toEqual([4, 9]);
    expect(tests(schema, vertexContact(vertex, up))).toEqual([9, 9]);
    expect(tests(schema, vertexContact(vertex, down))).toEqual([9, 9]);
  });

  it('has no line for a face with two edges and no vertex, which every Uniform Schema of a regular mesh has: 21 tests', () => {
    expect(tests(uniformSchema(), vertexContact(vertex, 2 * at(5, 5)))).toEqual([3, 18]);
  });

  it('the schemas of any mesh are those of figure 7 on a regular one', () => {
    const counts = (schema: Representation) =>
      Array.from(schema.identifiers, (one) => representedVertices(one) + representedEdges(one));
    const maximal = representMaximally(faces, torus.vertexCount, torus.topology.edgeCount);
    expectEachOnce(torus, maximal);
    expect(counts(maximal).filter((count) => count === 0)).toHaveLength(torus.faceCount / 2);
    expect(counts(maximal).filter((count) => count === 4)).toHaveLength(torus.faceCount / 2);
    expect([up, down].map((f) => tests(maximal, vertexContact(vertex, f))).sort()).toEqual([
      [3, 0],
      [9, 27],
    ]);
    const uniform = representUniformly(faces, torus.vertexCount, torus.topology.edgeCount);
    expectEachOnce(torus, uniform);
    expect(new Set(counts(uniform))).toEqual(new Set([2]));
  });
});

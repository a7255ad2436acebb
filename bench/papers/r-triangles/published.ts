// R-Triangles as published: one binary tree of axis-aligned boxes over swept faces, algorithm 1 at
// its leaves, boxes of swept edges, and segments of swept vertices against boxes of faces
// [R-Triangles §5]. BASIC, ADJ and NO-DUPL differ in what they do with a pair of leaves. Everything
// but the elementary tests is plain TypeScript, for all of them alike.
import { PairSet } from '../../../src/papers/r-triangles/pair-set.ts';
import {
  type Faces,
  type Representation,
  representAll,
  representGreedily,
} from '../../../src/papers/r-triangles/represent.ts';
import type { Frame } from '../../frame-queries.ts';
import { BoxTree, boxesOverlap, fitBoxes, fitEdge, segmentMeetsBox, sweptBoxes } from './box-tree.ts';
import { ElementaryBatches } from './elementary-batches.ts';

/** How a method treats a pair of leaves. */
export interface PublishedMethod {
  readonly name: string;
  /** Whether one face represents a feature; else every face that has it. */
  readonly represents: boolean;
  /** Whether features are culled by their boxes and segments. */
  readonly volumes: boolean;
  /** Whether a database keeps the pairs of features that were tested. */
  readonly remembers: boolean;
}

/** The methods of figure 10, in the order of the tables. */
export const publishedMethods: readonly PublishedMethod[] = [
  { name: 'BASIC', represents: false, volumes: false, remembers: false },
  { name: 'ADJ', represents: false, volumes: true, remembers: true },
  { name: 'NO-DUPL', represents: true, volumes: false, remembers: false },
  { name: 'R-TRI', represents: true, volumes: true, remembers: false },
];

/** R-TRI of these. */
export const publishedRTri: PublishedMethod = publishedMethods[3];

/** The number of vertices that a face represents. */
export const vertexCountOf = (identifier: number): number => (identifier >>> 28) & 3;
/** The number of edges that a face represents. */
export const edgeCountOf = (identifier: number): number => identifier >>> 30;

/** The features of the faces of a mesh. */
export function facesOf({ mesh }: Pick<Frame, 'mesh'>): Faces {
  return { vertices: mesh.triangles, edges: mesh.topology.faceEdges };
}

/** Work of one step. */
export interface PublishedWork {
  readonly tests: number;
  readonly contacts: number;
}

/** Detection on one step. */
export class PublishedDetection {
  readonly frame: Frame;
  /** The tree over the faces. */
  readonly tree: BoxTree;
  /** The boxes of all swept edges. */
  readonly edgeBoxes: Float64Array;
  private readonly faceBoxes: Float64Array;
  private readonly batches: ElementaryBatches;
  private readonly greedy: Representation;
  private readonly all: Representation;
  private readonly tested = { vf: new PairSet(), ee: new PairSet() };

  constructor(frame: Frame) {
    const { mesh, x0, x1 } = frame;
    const faces = facesOf(frame);
    this.frame = frame;
    this.faceBoxes = sweptBoxes(x0, x1, mesh.triangles, 3);
    this.edgeBoxes = sweptBoxes(x0, x1, mesh.topology.edges, 2);
    this.tree = new BoxTree(this.faceBoxes);
    this.batches = new ElementaryBatches(frame);
    this.greedy = representGreedily(faces, mesh.vertexCount, mesh.topology.edgeCount);
    this.all = representAll(faces);
  }

  /** Finds all contacts: refits, traverses, tests. `stored`: whether boxes of edges are kept. */
  run({ represents, volumes, remembers }: PublishedMethod, stored = true): PublishedWork {
    const { frame, batches, tree, faceBoxes, edgeBoxes, tested } = this;
    const { mesh, x0, x1 } = frame;
    const { edges } = mesh.topology;
    const { triangles } = mesh;
    const { identifiers, vertices, edges: faceEdges } = represents ? this.greedy : this.all;
    fitBoxes(x0, x1, triangles, 3, faceBoxes);
    if (volumes && stored) fitBoxes(x0, x1, edges, 2, edgeBoxes);
    tree.refit(faceBoxes);
    batches.start(frame);
    tested.vf.clear();
    tested.ee.clear();
    const own = new Float64Array(12);
    const testVertices = (a: number, b: number): void => {
      for (let k = 3 * a; k < 3 * a + vertexCountOf(identifiers[a]); k++) {
        const v = vertices[k];
        if (v === triangles[3 * b] || v === triangles[3 * b + 1] || v === triangles[3 * b + 2]) continue;
        if (volumes && !segmentMeetsBox(x0, v, x1, v, faceBoxes, b)) continue;
        if (remembers && !tested.vf.add(v, b)) continue;
        batches.addVf(v, b);
      }
    };
    const edgesMeet = (e: number, g: number): boolean => {
      if (stored) return boxesOverlap(edgeBoxes, e, edgeBoxes, g);
      fitEdge(x0, x1, edges[2 * e], edges[2 * e + 1], own, 0);
      fitEdge(x0, x1, edges[2 * g], edges[2 * g + 1], own, 6);
      return boxesOverlap(own, 0, own, 1);
    };
    const testPair = (a: number, b: number): void => {
      testVertices(a, b);
      testVertices(b, a);
      const count = edgeCountOf(identifiers[b]);
      for (let j = 3 * a; j < 3 * a + edgeCountOf(identifiers[a]); j++) {
        const e = faceEdges[j];
        const p = edges[2 * e];
        const q = edges[2 * e + 1];
        for (let k = 3 * b; k < 3 * b + count; k++) {
          const g = faceEdges[k];
          const r = edges[2 * g];
          const s = edges[2 * g + 1];
          if (p === r || p === s || q === r || q === s) continue;
          if (volumes && !edgesMeet(e, g)) continue;
          if (remembers && !tested.ee.add(Math.min(e, g), Math.max(e, g))) continue;
          batches.addEe(e, g);
        }
      }
    };
    if (remembers) {
      const adjacent: number[] = [];
      tree.selfPairs((a, b) => {
        if (mesh.topology.sharesVertex(a, b)) adjacent.push(a, b);
        else testPair(a, b);
      });
      for (let i = 0; i < adjacent.length; i += 2) testPair(adjacent[i], adjacent[i + 1]);
    } else tree.selfPairs(testPair);
    return batches.finish();
  }

  /** Calls back with the vertex–face pairs of NO-DUPL: those that the tests of table 2 begin with. */
  vertexFaces(found: (v: number, f: number) => void): void {
    const { mesh } = this.frame;
    const { identifiers, vertices } = this.greedy;
    const report = (a: number, b: number): void => {
      for (let k = 3 * a; k < 3 * a + vertexCountOf(identifiers[a]); k++)
        if (!mesh.triangles.subarray(3 * b, 3 * b + 3).includes(vertices[k])) found(vertices[k], b);
    };
    this.tree.selfPairs((a, b) => {
      report(a, b);
      report(b, a);
    });
  }

  /** How many vertex–face pairs there are, and how many the box or the segment of the vertex culls. */
  vertexCulls(): { pairs: number; byBox: number; bySegment: number } {
    const { x0, x1, mesh } = this.frame;
    const vertexBoxes = sweptBoxes(
      x0,
      x1,
      Uint32Array.from({ length: mesh.vertexCount }, (_, v) => v),
      1,
    );
    const culls = { pairs: 0, byBox: 0, bySegment: 0 };
    this.vertexFaces((v, f) => {
      culls.pairs++;
      if (!boxesOverlap(vertexBoxes, v, this.faceBoxes, f)) culls.byBox++;
      if (!segmentMeetsBox(x0, v, x1, v, this.faceBoxes, f)) culls.bySegment++;
    });
    return culls;
  }
}

/**
 * The numbers of tests of an edge against a face at one instant, by BASIC, NO-DUPL and R-TRI: of all
 * pairs of faces whose boxes overlap, the edges that one represents against the other, unless they
 * are its own.
 */
export function discreteTests({ mesh }: Frame, x: Float64Array): { basic: number; noDupl: number; rTri: number } {
  const { edges, faceEdges, edgeCount } = mesh.topology;
  const boxes = sweptBoxes(x, x, mesh.triangles, 3);
  const { identifiers, edges: ordered } = representGreedily(facesOf({ mesh }), mesh.vertexCount, edgeCount);
  const tests = { basic: 0, noDupl: 0, rTri: 0 };
  const isOwn = (e: number, f: number): boolean =>
    e === faceEdges[3 * f] || e === faceEdges[3 * f + 1] || e === faceEdges[3 * f + 2];
  const count = (a: number, b: number): void => {
    const own = edgeCountOf(identifiers[a]);
    for (let k = 0; k < 3; k++) {
      const e = ordered[3 * a + k];
      if (isOwn(e, b)) continue;
      tests.basic++;
      if (k >= own) continue;
      tests.noDupl++;
      if (segmentMeetsBox(x, edges[2 * e], x, edges[2 * e + 1], boxes, b)) tests.rTri++;
    }
  };
  new BoxTree(boxes).selfPairs((a, b) => {
    count(a, b);
    count(b, a);
  });
  return tests;
}

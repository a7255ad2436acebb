// The foil of R-Triangles [§3]: a tree of boxes for each kind of feature. Vertices against faces and
// edges against edges then come out once each, without representatives, but three trees have to be
// kept, refitted and traversed.
import type { Frame } from '../../frame-queries.ts';
import { BoxTree, fitBoxes, sweptBoxes } from './box-tree.ts';
import { ElementaryBatches } from './elementary-batches.ts';
import type { PublishedWork } from './published.ts';

/** Trees over the vertices, edges and faces of one step. */
export class FeatureHierarchies {
  private readonly frame: Frame;
  private readonly batches: ElementaryBatches;
  /** The vertices that faces have. */
  private readonly used: Uint32Array;
  private readonly boxes: readonly Float64Array[];
  private readonly trees: readonly BoxTree[];

  constructor(frame: Frame) {
    const { mesh, x0, x1 } = frame;
    this.frame = frame;
    this.batches = new ElementaryBatches(frame);
    this.used = Uint32Array.from(new Set(mesh.triangles));
    this.boxes = this.kinds().map(([ids, size]) => sweptBoxes(x0, x1, ids, size));
    this.trees = this.boxes.map((boxes) => new BoxTree(boxes));
  }

  /** Bytes of the three trees. */
  get bytes(): number {
    return this.trees.reduce((sum, tree) => sum + tree.bytes, 0);
  }

  /** Finds all contacts. */
  run(): PublishedWork {
    const { frame, batches, used, boxes, trees } = this;
    const { mesh, x0, x1 } = frame;
    const { triangles } = mesh;
    const { edges } = mesh.topology;
    this.kinds().forEach(([ids, size], i) => {
      fitBoxes(x0, x1, ids, size, boxes[i]);
      trees[i].refit(boxes[i]);
    });
    batches.start(frame);
    trees[0].pairsWith(trees[2], (i, f) => {
      const v = used[i];
      if (v !== triangles[3 * f] && v !== triangles[3 * f + 1] && v !== triangles[3 * f + 2]) batches.addVf(v, f);
    });
    trees[1].selfPairs((e, g) => {
      const [p, q, r, s] = [edges[2 * e], edges[2 * e + 1], edges[2 * g], edges[2 * g + 1]];
      if (p !== r && p !== s && q !== r && q !== s) batches.addEe(e, g);
    });
    return batches.finish();
  }

  /** The ids of the vertices of each kind of feature, and how many a feature has. */
  private kinds(): readonly (readonly [Uint32Array, number])[] {
    const { mesh } = this.frame;
    return [
      [this.used, 1],
      [mesh.topology.edges, 2],
      [mesh.triangles, 3],
    ];
  }
}

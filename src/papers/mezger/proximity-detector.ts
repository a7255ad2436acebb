// Finds all pairs of faces within a distance [Mezger §6], of a mesh that deforms from call to call:
// hierarchy update, then collision test. The answer is complete and exact in every mode except the
// lossy one. All other modes only change the amount of work.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { PairList } from '../../core/pairs/pair-list.ts';
import { Candidates } from './candidates.ts';
import { ClosestPointsCache, FAR, NEAR } from './closest-points-cache.ts';
import { directions } from './directions.ts';
import { DopBounds } from './dop-bounds.ts';
import { DopTraversal } from './dop-traversal.ts';
import { buildDopTree, type DopTree } from './dop-tree.ts';
import { FaceProximities } from './face-proximities.ts';
import { LazyUpdate } from './lazy-update.ts';
import { LossyFilter } from './lossy-filter.ts';
import { type PolygonPoints, polygonPoints, polygonsClose } from './polygon-distance.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import {
  checkOptions,
  checkQuery,
  DEFAULTS,
  type ProximityDetectorOptions,
  type ProximityQuery,
  writeDisplacements,
} from './proximity-options.ts';
import { SeparationList } from './separation-list.ts';
import { StepSlabs } from './step-slabs.ts';

/**
 * Bound of the rounding error of a gap, as a fraction of the largest coordinates and the distance.
 */
const GAP_ERROR = 2 ** -46;

/** The hierarchy. It is built at the first positions, on which the shape of the trees depends. */
interface Hierarchy {
  readonly tree: DopTree;
  readonly bounds: DopBounds;
  readonly traversal: DopTraversal;
  readonly lossy: LossyFilter | null;
}

/** Finds close faces of one mesh, call after call. */
export class ProximityDetector {
  /** The mesh that is searched. */
  readonly mesh: PolygonMesh;
  private readonly options: ProximityDetectorOptions;
  private readonly obstacles: ReadonlySet<number>;
  private readonly leaves: PairList = new PairList(1024);
  private readonly candidates: Candidates;
  private readonly lazy: LazyUpdate | null;
  private readonly list: SeparationList | null;
  private readonly cache: ClosestPointsCache | null;
  private readonly slabs: StepSlabs;
  private readonly points: PolygonPoints;
  private readonly result: FaceProximities;
  private readonly displacements: Float64Array;
  private hierarchy: Hierarchy | undefined;
  /** Positions of the current query. */
  private x: Positions = new Float64Array(0);
  /** ε_close of the current query. */
  private distance = 0;
  /** Whether the current query covers the step ahead. */
  private isAhead = false;
  /** Largest magnitude of a displacement that the volumes were made with. */
  private largestDisplacement = 0;
  /** The distance plus a margin for the rounding of a gap. */
  private limit = 0;

  /** Throws a `RangeError` for options out of range. */
  constructor(mesh: PolygonMesh, options: ProximityDetectorOptions = {}) {
    checkOptions(mesh, options);
    const { lazy = 0, coherence = false, tolerance = 0, separationList = false } = options;
    this.mesh = mesh;
    this.options = options;
    this.obstacles = new Set(options.obstacles);
    this.candidates = new Candidates(mesh, options.excludeRing ?? false);
    this.lazy = lazy > 0 ? new LazyUpdate(mesh.vertexCount, lazy) : null;
    this.list = separationList ? new SeparationList() : null;
    this.cache = coherence ? new ClosestPointsCache(mesh, tolerance) : null;
    this.slabs = new StepSlabs(mesh);
    this.points = polygonPoints(mesh);
    this.result = new FaceProximities(mesh.mostCorners);
    this.displacements = new Float64Array(3 * mesh.vertexCount);
  }

  /**
   * Finds the pairs of faces that share no vertex and are at most `distance` apart; with `ahead`
   * also those that may come this close in the step. The answer is reused by the next call;
   * `copy()` keeps it.
   */
  proximities(x: Positions, query: ProximityQuery): FaceProximities {
    this.update(x, query);
    return this.find();
  }

  /** The hierarchy update alone. `find` then answers. x must not change in between. */
  update(x: Positions, query: ProximityQuery): void {
    const { lazy, displacements, result } = this;
    const isAhead = query.ahead ?? false;
    const largest = checkQuery(this.mesh, x, query);
    const largestDisplacement = isAhead ? writeDisplacements(query, displacements) : 0;
    result.clear();
    if (isAhead !== this.isAhead || query.distance !== this.distance) {
      // All volumes are outdated: they were made for another kind of query.
      lazy?.forget();
      this.largestDisplacement = 0;
    }
    this.x = x;
    this.distance = query.distance;
    this.isAhead = isAhead;
    // With a lazy update, volumes may stem from the displacements of an earlier step.
    this.largestDisplacement =
      lazy === null ? largestDisplacement : Math.max(this.largestDisplacement, largestDisplacement);
    this.slabs.set(x, isAhead ? displacements : null);
    this.limit = query.distance + GAP_ERROR * (largest + this.largestDisplacement + query.distance);
    if (this.mesh.faceCount === 0) return;
    this.hierarchy ??= this.build(x);
    const { bounds, lossy } = this.hierarchy;
    lazy?.advance(x, displacements);
    bounds.update({
      positions: lazy?.positions ?? x,
      displacements: isAhead ? (lazy?.displacements ?? displacements) : null,
      offset: query.distance / 2 + (lazy?.budget ?? 0),
      largest,
      largestDisplacement: this.largestDisplacement,
      isMoved: lazy?.isMoved ?? null,
    });
    lossy?.update(x);
    result.tally.nodesUpdated = bounds.renewedCount;
  }

  /** The collision test for the last update. */
  find(): FaceProximities {
    const { result, hierarchy, candidates } = this;
    if (hierarchy === undefined) return result;
    this.collectLeaves(hierarchy);
    candidates.take(this.leaves, hierarchy.lossy);
    result.tally.nodePairs = hierarchy.traversal.nodePairs;
    result.tally.leafPairs = this.leaves.count;
    result.tally.candidates = candidates.count;
    result.tally.dropped = candidates.dropped;
    this.cache?.follow(this.x);
    const { ids, count } = candidates;
    for (let i = 0; i < 2 * count; i += 2) if (this.isClose(ids[i], ids[i + 1])) this.report(ids[i], ids[i + 1]);
    return result;
  }

  private build(x: Positions): Hierarchy {
    const { mesh } = this;
    const { directions: k, arity, inflation, lossy = null } = { ...DEFAULTS, ...this.options };
    const dop = directions(k);
    const objectOf = Uint32Array.from(this.options.objectOf ?? new Uint32Array(mesh.faceCount));
    const tree = buildDopTree(mesh, x, dop, arity, objectOf);
    const bounds = new DopBounds(mesh, tree, dop, inflation);
    const traversal = new DopTraversal(tree, bounds, this.leaves);
    return { tree, bounds, traversal, lossy: lossy === null ? null : new LossyFilter(mesh, tree, lossy) };
  }

  /** Collects the pairs of leaves that overlap, from the separation list or from the roots. */
  private collectLeaves({ tree, bounds, traversal, lossy }: Hierarchy): void {
    const { list } = this;
    traversal.begin(lossy?.quiet ?? null, list?.advance() ?? null);
    if (list?.resume(traversal, bounds.isRenewed)) return;
    const { roots, objects } = tree;
    for (let i = 0; i < roots.length; i++) {
      const isObstacle = this.obstacles.has(objects[i]);
      if (!isObstacle) traversal.collect(roots[i], roots[i]);
      for (let j = 0; j < i; j++) {
        if (!isObstacle || !this.obstacles.has(objects[j])) traversal.collect(roots[i], roots[j]);
      }
    }
    list?.noteRebuilt();
  }

  /** Whether a pair is reported. If so, its closest points are filled in. */
  private isClose(f: number, g: number): boolean {
    const { mesh, x, cache, points, distance } = this;
    const { tally } = this.result;
    if (this.slabs.separateByNormals(f, g, this.limit)) {
      tally.separated++;
      return false;
    }
    const known = cache === null ? undefined : cache.recall(f, g, distance, points);
    if (known === NEAR || (known === FAR && this.staysFar(f, g))) {
      tally.kept++;
      return known === NEAR;
    }
    tally.distances++;
    const isNear = polygonsClose(mesh, x, f, g, distance, points);
    cache?.keep(f, g, points);
    return isNear || (this.isAhead && this.mayComeClose(f, g));
  }

  /**
   * Whether the cache proves that a pair which is not close now does not come close in the step.
   */
  private staysFar(f: number, g: number): boolean {
    const { cache, points, distance, slabs } = this;
    return !this.isAhead || cache?.recall(f, g, distance + slabs.reach(f, g), points) === FAR;
  }

  /**
   * Whether a pair that is not close now is reported for the step ahead. Independent of the volumes
   * in use.
   */
  private mayComeClose(f: number, g: number): boolean {
    const { slabs, points, limit } = this;
    if (points.distance > limit + slabs.reach(f, g)) return false;
    return !slabs.separateAlong(points.normal, 1, f, g, limit) && !slabs.separateByDirections(f, g, limit);
  }

  /** Adds a row with the points of a pair. */
  private report(f: number, g: number): void {
    const { result, points } = this;
    result.reserve();
    const row = result.count++;
    result.a[row] = f;
    result.b[row] = g;
    result.distance[row] = points.distance;
    result.normal.set(points.normal, 3 * row);
    result.weights.set(points.weights, points.weights.length * row);
  }
}

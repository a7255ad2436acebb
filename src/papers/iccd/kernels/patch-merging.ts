// Joins neighbouring patches in pairs, round by round, until nothing can be joined: a forest of
// connected patches [ICCD §VI-A]. Patches A and B may be joined if and only if (1) they share a
// good edge, (2) every vertex that both have is an end of a good edge that they share, and (3) they
// share no edge that is not good. By induction the faces around a vertex stay one fan or one ring
// within every patch: at a shared good edge at v, the fans of both patches end, and one or two such
// edges join two fans to one fan or one ring. Patches with similar normals are joined first. So
// large patches end where the surface bends, and are more often quiet.
import { BAD_EDGE, Ids, NONE, PatchBuilder } from './patch-builder';
import { PatchLoops } from './patch-loops';
import { RootOrder } from './root-order';
import { RoughCones } from './rough-cones';

/**
 * Most rounds of a phase. A round doubles the size of most patches, so 2^32 faces need 32 rounds;
 * the rest is for stragglers. If one patch absorbs a single neighbour per round, the limit leaves
 * several trees, which only means fewer quiet patches.
 */
const MAX_ROUNDS: i32 = 64;
/** Number of phases. */
const PHASES: i32 = 4;

export class Merging {
  /**
   * Per phase: least cosine of the half angle of a new patch's cone. Narrow cones come first, then
   * up to almost a right angle, then any.
   */
  @inline static minCosine(phase: i32): f64 {
    if (phase == 0) return 0.7;
    if (phase == 1) return 0.35;
    return phase == 2 ? 0.08 : -1;
  }

  /**
   * Joins patches while there is room for loops. Returns whether nothing is left to be joined.
   */
  static run(builder: PatchBuilder): bool {
    for (; builder.phase < PHASES; builder.phase++, builder.round = 0) {
      while (builder.round < MAX_ROUNDS) {
        if (builder.budget <= 0) return false;
        if (!builder.inRound) Merging.startRound(builder);
        if (!Merging.joinNeighbours(builder)) return false;
        const isJoined = builder.nodeCount > builder.roundStart;
        Merging.endRound(builder);
        if (!isJoined) break;
      }
    }
    return true;
  }

  /** Orders the roots: small patches choose first. */
  static startRound(builder: PatchBuilder): void {
    builder.inRound = true;
    builder.roundStart = builder.nodeCount;
    RootOrder.sort(builder);
    builder.budget -= <i32>(builder.rootCount >> 1);
  }

  /**
   * One round: every patch is joined at most once. Returns false if the budget is spent or there is
   * no room, before the round is over.
   */
  static joinNeighbours(builder: PatchBuilder): bool {
    while (builder.cursor < builder.rootCount) {
      if (builder.budget <= 0) return false;
      const patch = Ids.get(builder.sorted, builder.cursor);
      if (Ids.get(builder.parents, patch) == NONE) {
        const partner = Merging.findPartner(builder, patch);
        if (partner != NONE && !Merging.join(builder, patch, partner)) return false;
      }
      builder.cursor++;
    }
    return true;
  }

  /** Updates the roots at the end of a round. */
  static endRound(builder: PatchBuilder): void {
    const parents = builder.parents;
    for (let i: u32 = 0; i < builder.patchCount; i++) {
      const parent = Ids.get(parents, Ids.get(builder.rootOf, i));
      if (parent != NONE) Ids.put(builder.rootOf, i, parent);
    }
    let count: u32 = 0;
    for (let i: u32 = 0; i < builder.rootCount; i++) {
      const root = Ids.get(builder.roots, i);
      if (Ids.get(parents, root) == NONE) Ids.put(builder.roots, count++, root);
    }
    for (let i = builder.roundStart; i < builder.nodeCount; i++) Ids.put(builder.roots, count++, i);
    builder.rootCount = count;
    builder.cursor = 0;
    builder.inRound = false;
    builder.round++;
    builder.budget -= <i32>(builder.patchCount >> 3);
  }

  /** The root of the patch beyond a side, or `NONE` if its edge is not good or on the boundary. */
  @inline static rootBeyond(builder: PatchBuilder, side: u32): u32 {
    const face = Ids.get(builder.across, side);
    return face < BAD_EDGE ? Ids.get(builder.rootOf, Ids.get(builder.patchOf, face)) : NONE;
  }

  /**
   * The neighbour with which the patch becomes most compact, among those with which it may be
   * joined; or `NONE`.
   */
  static findPartner(builder: PatchBuilder, patch: u32): u32 {
    const neighbours = builder.neighbours;
    // No node has this number: there is room for one cone more.
    const trial = RoughCones.of(builder, 2 * builder.patchCount);
    const minCosine = Merging.minCosine(builder.phase);
    Merging.surveyBorder(builder, patch);
    while (builder.neighbourCount > 0) {
      let best: u32 = 0;
      let least = Merging.roughness(builder, patch, Ids.get(neighbours, 0));
      for (let i: u32 = 1; i < builder.neighbourCount; i++) {
        const roughness = Merging.roughness(builder, patch, Ids.get(neighbours, i));
        if (!(roughness < least)) continue;
        least = roughness;
        best = i;
      }
      const candidate = Ids.get(neighbours, best);
      builder.budget--;
      RoughCones.merge(RoughCones.of(builder, patch), RoughCones.of(builder, candidate), trial);
      if (load<f64>(trial, 24) >= minCosine && Merging.mayJoin(builder, patch, candidate)) return candidate;
      Ids.put(neighbours, best, Ids.get(neighbours, --builder.neighbourCount));
    }
    return NONE;
  }

  /**
   * Compactness of the union of two patches: squared number of border sides per face. Less is more
   * compact.
   */
  @inline static roughness(builder: PatchBuilder, a: u32, b: u32): f64 {
    const sides = PatchLoops.sideCount(builder, a) + PatchLoops.sideCount(builder, b);
    const border = <f64>(sides - 2 * Ids.get(builder.sharedEdges, b));
    return (border * border) / <f64>(Ids.get(builder.sizes, a) + Ids.get(builder.sizes, b));
  }

  /**
   * Stamps the vertices and bad edges of the border. Lists the neighbours that are not joined yet
   * and counts shared edges.
   */
  static surveyBorder(builder: PatchBuilder, patch: u32): void {
    const search = ++builder.search;
    const first = PatchLoops.firstSide(builder, patch);
    const end = PatchLoops.firstSide(builder, patch + 1);
    let count: u32 = 0;
    for (let i = first; i < end; i++) {
      const side = Ids.get(builder.sides, i);
      Ids.put(builder.vertexStamps, Ids.get(builder.triangles, side), search);
      if (Ids.get(builder.across, side) == BAD_EDGE) {
        Ids.put(builder.edgeStamps, Ids.get(builder.faceEdges, side), search);
      }
      const beyond = Merging.rootBeyond(builder, side);
      if (beyond == NONE || Ids.get(builder.parents, beyond) != NONE) continue;
      if (Ids.get(builder.borderStamps, beyond) != search) {
        Ids.put(builder.borderStamps, beyond, search);
        Ids.put(builder.sharedEdges, beyond, 0);
        Ids.put(builder.neighbours, count++, beyond);
      }
      Ids.put(builder.sharedEdges, beyond, Ids.get(builder.sharedEdges, beyond) + 1);
    }
    builder.neighbourCount = count;
    builder.budget -= <i32>((end - first) >> 1);
  }

  /**
   * Rules (2) and (3) of the file header, for the surveyed patch and a neighbour. Looking at
   * borders is enough: a vertex that is inside one patch and also belongs to another would be
   * singular, and rings around singular vertices are never closed.
   */
  static mayJoin(builder: PatchBuilder, patch: u32, candidate: u32): bool {
    const search = builder.search;
    const joined = ++builder.trial;
    const triangles = builder.triangles;
    const first = PatchLoops.firstSide(builder, candidate);
    const end = PatchLoops.firstSide(builder, candidate + 1);
    builder.budget -= <i32>((end - first) >> 1);
    for (let i = first; i < end; i++) {
      const side = Ids.get(builder.sides, i);
      if (Ids.get(builder.across, side) == BAD_EDGE) {
        if (Ids.get(builder.edgeStamps, Ids.get(builder.faceEdges, side)) == search) return false;
      }
      if (Merging.rootBeyond(builder, side) != patch) continue;
      if (!Merging.joinAt(builder, Ids.get(triangles, side), joined)) return false;
      if (!Merging.joinAt(builder, Ids.get(triangles, Ids.nextSide(side)), joined)) return false;
    }
    for (let i = first; i < end; i++) {
      const v = Ids.get(triangles, Ids.get(builder.sides, i));
      if (Ids.get(builder.vertexStamps, v) == search && Ids.get(builder.joinedStamps, v) != joined) return false;
    }
    return true;
  }

  /**
   * Stamps an end of a shared edge. False at the second shared edge around a singular vertex: it
   * would close a ring.
   */
  @inline static joinAt(builder: PatchBuilder, v: u32, joined: u32): bool {
    if (load<u8>(builder.isSingular + v) == 1 && Ids.get(builder.joinedStamps, v) == joined) return false;
    Ids.put(builder.joinedStamps, v, joined);
    return true;
  }

  /** Adds a node for the union of two patches. Returns false if there is no room for its loops. */
  static join(builder: PatchBuilder, a: u32, b: u32): bool {
    const most = PatchLoops.sideCount(builder, a) + PatchLoops.sideCount(builder, b);
    if (!PatchLoops.hasRoom(builder, most)) return false;
    const node = builder.nodeCount++;
    Ids.put(builder.firsts, node, a);
    Ids.put(builder.seconds, node, b);
    Ids.put(builder.parents, node, NONE);
    Ids.put(builder.parents, a, node);
    Ids.put(builder.parents, b, node);
    Ids.put(builder.sizes, node, Ids.get(builder.sizes, a) + Ids.get(builder.sizes, b));
    RoughCones.merge(RoughCones.of(builder, a), RoughCones.of(builder, b), RoughCones.of(builder, node));
    PatchLoops.traceUnion(builder, node, a, b);
    builder.budget -= <i32>(most >> 1);
    return true;
  }
}

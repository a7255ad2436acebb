// Compares clashes with a baseline. A clash is the same if its parts have the same names and its
// faces meet those of the baseline after growing by one ring, which is to say that some of them
// share a vertex; on the side of one part is enough. The faces of a part that was remeshed since
// cannot be compared. There, a clash is the same if its faces are at the same place in the first
// frame; where both parts were remeshed, on both sides, because places are only roughly the same.
import type { Clash, ClashKind, Parts } from '../../clash.ts';
import type { BaselineStatus, GoneJson } from '../check-result.ts';
import { type Baseline, FaceNumbering, remeshedParts, type Scene } from './baseline.ts';
import { RestPlaces } from './rest-places.ts';

/** A clash is worse if it is deeper than before by this factor and by this share of the scene. */
const DEEPER = { factor: 1.1, shareOfSize: 1e-4 };

/** A clash is worse if more than this share of its faces is away from the known ones. */
const MAX_SHARE_ELSEWHERE = 0.5;

/** How clashes compare with a baseline. */
export interface Comparison {
  /** The status of each clash, in their order. */
  readonly statuses: readonly BaselineStatus[];
  /** The clashes of the baseline that are no more. */
  readonly gone: readonly GoneJson[];
}

/** Compares clashes with a baseline of parts with the same names. */
export function compareWithBaseline(clashes: readonly Clash[], baseline: Baseline, scene: Scene): Comparison {
  const remeshed = new Set(remeshedParts(baseline, scene.parts).map(({ name }) => name));
  const before = new KnownFaces(baseline, scene, remeshed);
  const places = remeshed.size > 0 ? new RestPlaces(baseline, scene, remeshed) : null;
  const found = new Set<number>();
  const statuses = clashes.map((clash): BaselineStatus => {
    const isRemeshed = [clash.a, clash.b].some((part) => remeshed.has(scene.parts.names[part]));
    const { matches, near, total } = before.meeting(clash);
    if (isRemeshed) for (const match of places?.meeting(clash) ?? []) matches.add(match);
    for (const match of matches) found.add(match);
    if (matches.size === 0) return 'new';
    const known = [...matches].map((match) => baseline.clashes[match]);
    const depth = Math.max(...known.map(depthOf));
    const isDeeper = depthOf(clash.worst) > DEEPER.factor * depth + DEEPER.shareOfSize * baseline.size;
    const isElsewhere = !isRemeshed && total - near > MAX_SHARE_ELSEWHERE * total;
    const isGraver = !isHarmless(clash.kind) && known.every(({ kind }) => isHarmless(kind));
    return isDeeper || isElsewhere || isGraver ? 'worse' : 'known';
  });
  const gone = baseline.clashes.filter((_, i) => !found.has(i));
  return { statuses, gone: gone.map(({ a, b, kind, depth, through }) => ({ a, b, kind, depth, through })) };
}

function depthOf({ depth, through }: { readonly depth: number | null; readonly through: number | null }): number {
  return depth ?? through ?? 0;
}

/** Whether parts only touch or are near: a crossing at the same place is worse. */
function isHarmless(kind: ClashKind): boolean {
  return kind === 'touching' || kind === 'near';
}

/** The vertices of the faces of a baseline, by pair of parts and side. */
class KnownFaces {
  private readonly triangles: Uint32Array;
  private readonly parts: Parts;
  /** Per pair of parts, which clashes have a vertex; the side is the lowest bit of the key. */
  private readonly clashesAt = new Map<string, Map<number, number[]>>();

  /** Faces of remeshed parts have other numbers now, and are left out. */
  constructor({ clashes }: Baseline, { mesh, parts }: Scene, remeshed: ReadonlySet<string>) {
    this.triangles = mesh.triangles;
    this.parts = parts;
    const numbering = new FaceNumbering(parts);
    clashes.forEach(({ a, b, faces }, clash) => {
      const [partA, partB] = [parts.names.indexOf(a), parts.names.indexOf(b)];
      // Parts may have been given in another order.
      const isSwapped = partA > partB;
      if (!remeshed.has(a)) this.add(pairKey(a, b), numbering.inMesh(partA, faces.a), isSwapped ? 1 : 0, clash);
      if (!remeshed.has(b))
        this.add(pairKey(a, b), numbering.inMesh(partB, faces.b), isSwapped || a === b ? 0 : 1, clash);
    });
  }

  private add(pair: string, faces: Iterable<number>, side: number, clash: number): void {
    const at = this.clashesAt.get(pair) ?? new Map<number, number[]>();
    this.clashesAt.set(pair, at);
    for (const face of faces)
      for (let k = 3 * face; k < 3 * face + 3; k++) {
        const key = 2 * this.triangles[k] + side;
        const there = at.get(key);
        if (there === undefined) at.set(key, [clash]);
        else if (there[there.length - 1] !== clash) there.push(clash);
      }
  }

  /**
   * Returns the known clashes that this one meets, how many of its faces are next to theirs, and
   * how many it has.
   */
  meeting({ a, b, facesA, facesB }: Clash): { matches: Set<number>; near: number; total: number } {
    const { names } = this.parts;
    const at = this.clashesAt.get(pairKey(names[a], names[b]));
    const matches = new Set<number>();
    let near = 0;
    const visit = (faces: Uint32Array, side: number): void => {
      for (const face of faces) {
        const there = [0, 1, 2].flatMap((k) => at?.get(2 * this.triangles[3 * face + k] + side) ?? []);
        for (const clash of there) matches.add(clash);
        if (there.length > 0) near++;
      }
    };
    visit(facesA, 0);
    visit(facesB, a === b ? 0 : 1);
    return { matches, near, total: facesA.length + facesB.length };
  }
}

function pairKey(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}

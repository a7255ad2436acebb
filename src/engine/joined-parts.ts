// Filters results by parts that share vertices. A feature there is of several parts: a pair of
// features stays if some pair of their faces may collide.
import type { Contacts } from '../core/contacts/contacts.ts';
import type { Proximities } from '../core/contacts/proximities.ts';
import type { TriMesh } from '../core/mesh/tri-mesh.ts';
import type { FacePairs } from './crossing-faces.ts';

/** Which pairs of parts may collide. */
export class JoinedParts {
  private readonly partOfFace: Uint32Array;
  private readonly mayCollide: (p: number, q: number) => boolean;

  constructor(partOfFace: Uint32Array, mayCollide: (p: number, q: number) => boolean) {
    this.partOfFace = partOfFace;
    this.mayCollide = mayCollide;
  }

  /** Keeps the contacts of features that may collide, at most `maxContacts` of them. */
  keepContacts(mesh: TriMesh, contacts: Contacts, maxContacts: number): void {
    contacts.keep((i) => this.featuresMay(mesh, contacts.kind[i], contacts.a[i], contacts.b[i]));
    if (contacts.count <= maxContacts) return;
    contacts.count = maxContacts;
    contacts.truncated = true;
  }

  /** Keeps the proximities of features, or of faces, that may collide. */
  keepProximities(mesh: TriMesh, near: Proximities, level: 'feature' | 'face'): void {
    near.keep((i) =>
      level === 'face'
        ? this.facesMay(near.a[i], near.b[i])
        : this.featuresMay(mesh, near.kind[i], near.a[i], near.b[i]),
    );
  }

  /** The pairs of faces that may collide. */
  pairsOf({ count, a, b }: FacePairs): FacePairs {
    const kept: number[] = [];
    for (let i = 0; i < count; i++) if (this.facesMay(a[i], b[i])) kept.push(i);
    return { count: kept.length, a: Uint32Array.from(kept, (i) => a[i]), b: Uint32Array.from(kept, (i) => b[i]) };
  }

  private facesMay(f: number, g: number): boolean {
    return this.mayCollide(this.partOfFace[f], this.partOfFace[g]);
  }

  private featuresMay({ topology }: TriMesh, kind: number, a: number, b: number): boolean {
    const { starStart, starFaces, edgeFaceStart, edgeFaces } = topology;
    const facesOfEdge = (e: number): Uint32Array => edgeFaces.subarray(edgeFaceStart[e], edgeFaceStart[e + 1]);
    if (kind === 1) return facesOfEdge(a).some((f) => facesOfEdge(b).some((g) => this.facesMay(f, g)));
    return starFaces.subarray(starStart[a], starStart[a + 1]).some((f) => this.facesMay(f, b));
  }
}

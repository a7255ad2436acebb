// The places where parts come into contact within a step, and whether they pass through each other
// there. Contacts with a vertex in common are one place. They pass if they do more than touch and
// leave: if no small displacement of one part would avoid the contact.
import { Contacts } from '../../core/contacts/contacts.ts';
import { InitialContact } from '../../core/elementary/exact/initial-contact.ts';
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { ContactPlace, FrameClash, Point } from './clash-records.ts';
import { DisplacedContacts } from './displaced-contacts.ts';
import type { AskedPairs } from './pair-groups.ts';
import type { Places } from './places.ts';

/** A step with the clashes at its ends. */
export interface ClashStep {
  /** Positions at the start. */
  readonly x0: Positions;
  /** Positions at the end. */
  readonly x1: Positions;
  /** The clashes at the start. */
  readonly before: readonly FrameClash[];
  /** The clashes at the end. */
  readonly after: readonly FrameClash[];
}

/** A contact is inside its face, or edges, if its weights are farther from their ends than this. */
const INTERIOR = 1e-6;

/** A contact is head-on if the normal speed is at least this share of the relative speed. */
const HEAD_ON = 1e-6;

/** What the contacts of a place do. */
type Verdict = Pick<ContactPlace, 'isPassing' | 'isResting'>;

const PASSES: Verdict = { isPassing: true, isResting: false };

/** Finds the places of steps; all memory is reused. */
export class StepPlaces {
  private readonly mesh: TriMesh;
  private readonly partOfFace: Uint32Array;
  private readonly partCount: number;
  private readonly asked: AskedPairs;
  private readonly places: Places;
  /** The last place that has listed each face as one of part a or of part b, and each vertex. */
  private readonly listedA: Uint32Array;
  private readonly listedB: Uint32Array;
  private readonly listedVertex: Uint32Array;
  private placeCount = 0;
  private contacts: Contacts = new Contacts();

  constructor(mesh: TriMesh, partOfFace: Uint32Array, partCount: number, asked: AskedPairs, places: Places) {
    this.mesh = mesh;
    this.partOfFace = partOfFace;
    this.partCount = partCount;
    this.asked = asked;
    this.places = places;
    this.listedA = new Uint32Array(mesh.faceCount);
    this.listedB = new Uint32Array(mesh.faceCount);
    this.listedVertex = new Uint32Array(mesh.vertexCount);
  }

  /** The places of these contacts, by parts, then by their earliest contact. */
  find(contacts: Contacts, step: ClashStep): ContactPlace[] {
    this.contacts = contacts;
    const found: ContactPlace[] = [];
    for (const [key, rows] of this.rowsByParts()) {
      const a = Math.floor(key / this.partCount);
      const b = key % this.partCount;
      const marks = this.marksOf(step, a, b);
      this.places.start(rows.length);
      rows.forEach((row, i) => {
        for (let k = 0; k < 4; k++) this.places.addVertex(i, this.vertexOf(row, k));
      });
      for (const list of this.places.lists()) {
        const own = list.map((i) => rows[i]);
        found.push(this.placeOf(own, step, a, b, marks));
      }
    }
    return found.sort((p, q) => p.a - q.a || p.b - q.b || p.firstTime - q.firstTime || p.facesA[0] - q.facesA[0]);
  }

  /** The contacts of each pair of parts, by a · number of parts + b. */
  private rowsByParts(): Map<number, number[]> {
    const groups = new Map<number, number[]>();
    for (let i = 0; i < this.contacts.count; i++) {
      const key = this.partsOf(i);
      if (key < 0) continue;
      const list = groups.get(key);
      if (list) list.push(i);
      else groups.set(key, [i]);
    }
    return groups;
  }

  /** The first pair of parts that is asked for of the faces at a contact; −1 if none is. */
  private partsOf(row: number): number {
    const { partOfFace, asked, partCount } = this;
    const [first, second] = this.facesAt(row);
    for (let i = first.from; i < first.to; i++)
      for (let j = second.from; j < second.to; j++) {
        const p = partOfFace[first.faces[i]];
        const q = partOfFace[second.faces[j]];
        if (asked.has(p, q)) return Math.min(p, q) * partCount + Math.max(p, q);
      }
    return -1;
  }

  /** The faces at the first feature and at the second. */
  private facesAt(row: number): [FaceList, FaceList] {
    const { starStart, starFaces, edgeFaceStart, edgeFaces } = this.mesh.topology;
    const { kind, a, b } = this.contacts;
    const [p, q] = [a[row], b[row]];
    const atEdge = (e: number): FaceList => ({ faces: edgeFaces, from: edgeFaceStart[e], to: edgeFaceStart[e + 1] });
    if (kind[row] === 1) return [atEdge(p), atEdge(q)];
    return [
      { faces: starFaces, from: starStart[p], to: starStart[p + 1] },
      { faces: b, from: row, to: row + 1 },
    ];
  }

  /** Vertex k of the four of both features: of the first, then of the second. */
  private vertexOf(row: number, k: number): number {
    const { triangles, topology } = this.mesh;
    const { kind, a, b } = this.contacts;
    if (kind[row] === 1) return topology.edges[k < 2 ? 2 * a[row] + k : 2 * b[row] + k - 2];
    return k === 0 ? a[row] : triangles[3 * b[row] + k - 1];
  }

  private placeOf(rows: readonly number[], step: ClashStep, a: number, b: number, marks: EndMarks): ContactPlace {
    const { time, kind } = this.contacts;
    const place = ++this.placeCount;
    const vertices: number[] = [];
    const facesA: number[] = [];
    const facesB: number[] = [];
    let first = rows[0];
    let ee = 0;
    for (const row of rows) {
      if (time[row] < time[first]) first = row;
      ee += kind[row];
      for (let k = 0; k < 4; k++) {
        const v = this.vertexOf(row, k);
        if (this.listedVertex[v] !== place) vertices.push(v);
        this.listedVertex[v] = place;
      }
      this.listFaces(row, a, place, facesA, facesB);
    }
    const { isPassing, isResting } = vertices.some((v) => marks.crossing.has(v))
      ? { isPassing: false, isResting: false }
      : this.verdictOf(rows, step, a, b, vertices, marks);
    return {
      a,
      b,
      firstTime: time[first],
      isPassing,
      isResting,
      point: this.pointOf(first, step),
      vf: rows.length - ee,
      ee,
      facesA: Uint32Array.from(facesA).sort(),
      facesB: Uint32Array.from(facesB).sort(),
    };
  }

  /** Adds the faces at a contact to those of both parts, each once. */
  private listFaces(row: number, a: number, place: number, facesA: number[], facesB: number[]): void {
    const { partOfFace, listedA, listedB } = this;
    const [first, second] = this.facesAt(row);
    let isFirstOfA = false;
    for (let i = first.from; i < first.to; i++) if (partOfFace[first.faces[i]] === a) isFirstOfA = true;
    const add = ({ faces, from, to }: FaceList, isOfA: boolean): void => {
      const listed = isOfA ? listedA : listedB;
      for (let i = from; i < to; i++) {
        if (listed[faces[i]] !== place) (isOfA ? facesA : facesB).push(faces[i]);
        listed[faces[i]] = place;
      }
    };
    add(first, isFirstOfA);
    add(second, !isFirstOfA);
  }

  /** Whether the contacts of a place do more than touch and leave, or only rest. */
  private verdictOf(
    rows: readonly number[],
    step: ClashStep,
    a: number,
    b: number,
    vertices: readonly number[],
    marks: EndMarks,
  ): Verdict {
    const { startsTouching } = this.contacts;
    const starting = rows.filter((row) => startsTouching[row] === 1);
    if (this.someEnter(starting, step)) return PASSES;
    const later = rows.filter((row) => startsTouching[row] === 0);
    if (later.length === 0) return { isPassing: false, isResting: true };
    // Contacts may be the touch at the end of the step; else a head-on contact goes through.
    const mayEndTouching = vertices.some((v) => marks.touching.has(v));
    if (!mayEndTouching && later.some((row) => this.isHeadOn(row, step))) return PASSES;
    const isPassing =
      a === b
        ? !mayEndTouching
        : new DisplacedContacts(this.mesh, this.partOfFace, a, b, vertices).persist(step.x0, step.x1);
    return { isPassing, isResting: false };
  }

  /** Whether contacts that are there at the start begin to interpenetrate. */
  private someEnter(rows: readonly number[], { x0, x1 }: ClashStep): boolean {
    if (rows.length === 0) return false;
    const { kind, a, b } = this.contacts;
    const initial = new InitialContact(this.mesh.topology, Float64Array.from(x0), Float64Array.from(x1));
    return rows.some((row) =>
      kind[row] === 1 ? initial.edgesEnter(a[row], b[row]) : initial.vertexEnters(a[row], b[row]),
    );
  }

  /** Whether the features meet within their interiors, and not tangentially. */
  private isHeadOn(row: number, { x0, x1 }: ClashStep): boolean {
    const { contacts } = this;
    const shares = sharesOf(contacts, row);
    const isEdges = contacts.kind[row] === 1;
    const own = isEdges ? shares : shares.slice(1);
    if (own.some((share) => Math.abs(share) < INTERIOR)) return false;
    let normalSpeed = 0;
    let speed = 0;
    for (let k = 0; k < 3; k++) {
      const velocity = shares.reduce((sum, share, i) => {
        const at = 3 * this.vertexOf(row, i) + k;
        return sum + share * (x1[at] - x0[at]);
      }, 0);
      normalSpeed += velocity * contacts.normal[3 * row + k];
      speed += velocity * velocity;
    }
    return Math.abs(normalSpeed) > HEAD_ON * Math.sqrt(speed) && speed > 0;
  }

  private pointOf(row: number, { x0, x1 }: ClashStep): Point {
    const shares = sharesOf(this.contacts, row).map((share) => Math.max(0, share));
    const t = this.contacts.time[row];
    const along = (k: number): number =>
      shares.reduce((sum, share, i) => {
        const at = 3 * this.vertexOf(row, i) + k;
        return sum + share * ((1 - t) * x0[at] + t * x1[at]);
      }, 0);
    return [along(0), along(1), along(2)];
  }

  /** Which vertices are at faces of clashes of two parts at the ends of the step. */
  private marksOf({ before, after }: ClashStep, a: number, b: number): EndMarks {
    const crossing = new Set<number>();
    const touching = new Set<number>();
    for (const clash of [...before, ...after]) {
      if (clash.a !== a || clash.b !== b || clash.kind === 'near' || clash.kind === 'inside') continue;
      const marks = clash.kind === 'crossing' ? crossing : touching;
      for (const faces of [clash.facesA, clash.facesB])
        for (const f of faces) for (let i = 3 * f; i < 3 * f + 3; i++) marks.add(this.mesh.triangles[i]);
    }
    return { crossing, touching };
  }
}

/** Vertices of the faces of clashes at the ends of a step. */
interface EndMarks {
  readonly crossing: ReadonlySet<number>;
  readonly touching: ReadonlySet<number>;
}

/** Some consecutive entries of an array of faces. */
interface FaceList {
  readonly faces: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/**
 * The shares with which the vertices of both features make up the vector from the second feature's
 * contact point to the first's. The positive ones alone make up the point of the first.
 */
function sharesOf({ kind, weights }: Contacts, row: number): number[] {
  const [u, v, w] = weights.subarray(3 * row, 3 * row + 3);
  return kind[row] === 1 ? [1 - u, u, v - 1, -v] : [1, -u, -v, -w];
}

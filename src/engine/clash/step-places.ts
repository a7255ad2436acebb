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
/** Contacts at a crossing of the parts at an end of the step are part of it. */
const CROSSES: Verdict = { isPassing: false, isResting: false };

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
  /**
   * The last pair of parts, counted over all steps, with a clash at the end of its step at a face
   * of each vertex.
   */
  private readonly crossingAt: Uint32Array;
  private readonly touchingAt: Uint32Array;
  private pairCount = 0;
  private contacts: Contacts = new Contacts();
  /** Four vertices per contact: those of the first feature, then those of the second. */
  private corners = new Uint32Array(0);
  private readonly first = new FaceList();
  private readonly second = new FaceList();

  constructor(mesh: TriMesh, partOfFace: Uint32Array, partCount: number, asked: AskedPairs, places: Places) {
    this.mesh = mesh;
    this.partOfFace = partOfFace;
    this.partCount = partCount;
    this.asked = asked;
    this.places = places;
    this.listedA = new Uint32Array(mesh.faceCount);
    this.listedB = new Uint32Array(mesh.faceCount);
    this.listedVertex = new Uint32Array(mesh.vertexCount);
    this.crossingAt = new Uint32Array(mesh.vertexCount);
    this.touchingAt = new Uint32Array(mesh.vertexCount);
  }

  /** The places of these contacts, by parts, then by their earliest contact. */
  find(contacts: Contacts, step: ClashStep): ContactPlace[] {
    this.contacts = contacts;
    this.setCorners();
    const found: ContactPlace[] = [];
    for (const [key, rows] of this.rowsByParts()) {
      const a = Math.floor(key / this.partCount);
      const b = key % this.partCount;
      this.pairCount++;
      this.markEnds(step.before, a, b);
      this.markEnds(step.after, a, b);
      this.findPlaces(rows, step, a, b, found);
    }
    return found.sort((p, q) => p.a - q.a || p.b - q.b || p.firstTime - q.firstTime || p.facesA[0] - q.facesA[0]);
  }

  private findPlaces(rows: readonly number[], step: ClashStep, a: number, b: number, found: ContactPlace[]): void {
    const { places, corners } = this;
    places.start(rows.length);
    for (let i = 0; i < rows.length; i++)
      for (let k = 4 * rows[i]; k < 4 * rows[i] + 4; k++) places.addVertex(i, corners[k]);
    const { count, start, items } = places.lists();
    for (let i = 0; i < items.length; i++) items[i] = rows[items[i]];
    for (let p = 0; p < count; p++) found.push(this.placeOf(items.subarray(start[p], start[p + 1]), step, a, b));
  }

  private setCorners(): void {
    const { triangles, topology } = this.mesh;
    const { edges } = topology;
    const { kind, a, b, count } = this.contacts;
    if (this.corners.length < 4 * count) this.corners = new Uint32Array(8 * count);
    const { corners } = this;
    for (let i = 0; i < count; i++) {
      const at = 4 * i;
      const isEdges = kind[i] === 1;
      corners[at] = isEdges ? edges[2 * a[i]] : a[i];
      corners[at + 1] = isEdges ? edges[2 * a[i] + 1] : triangles[3 * b[i]];
      corners[at + 2] = isEdges ? edges[2 * b[i]] : triangles[3 * b[i] + 1];
      corners[at + 3] = isEdges ? edges[2 * b[i] + 1] : triangles[3 * b[i] + 2];
    }
  }

  /** The contacts of each pair of parts, by a · number of parts + b. */
  private rowsByParts(): Map<number, number[]> {
    const groups = new Map<number, number[]>();
    const { count } = this.contacts;
    for (let i = 0; i < count; i++) {
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
    const { partOfFace, asked, partCount, first, second } = this;
    this.setFaces(row);
    for (let i = first.from; i < first.to; i++)
      for (let j = second.from; j < second.to; j++) {
        const p = partOfFace[first.faces[i]];
        const q = partOfFace[second.faces[j]];
        if (asked.has(p, q)) return p < q ? p * partCount + q : q * partCount + p;
      }
    return -1;
  }

  /** Sets the faces at the first feature and at the second. */
  private setFaces(row: number): void {
    const { starStart, starFaces, edgeFaceStart, edgeFaces } = this.mesh.topology;
    const { kind, a, b } = this.contacts;
    const p = a[row];
    const q = b[row];
    if (kind[row] === 1) {
      this.first.set(edgeFaces, edgeFaceStart[p], edgeFaceStart[p + 1]);
      this.second.set(edgeFaces, edgeFaceStart[q], edgeFaceStart[q + 1]);
    } else {
      this.first.set(starFaces, starStart[p], starStart[p + 1]);
      this.second.set(b, row, row + 1);
    }
  }

  private placeOf(rows: Int32Array, step: ClashStep, a: number, b: number): ContactPlace {
    const { time, kind } = this.contacts;
    const { corners, listedVertex, crossingAt, pairCount } = this;
    const place = ++this.placeCount;
    const vertices: number[] = [];
    const facesA: number[] = [];
    const facesB: number[] = [];
    let first = rows[0];
    let ee = 0;
    let isAtCrossing = false;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      if (time[row] < time[first]) first = row;
      ee += kind[row];
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        const v = corners[k];
        if (listedVertex[v] === place) continue;
        listedVertex[v] = place;
        vertices.push(v);
        if (crossingAt[v] === pairCount) isAtCrossing = true;
      }
      this.listFaces(row, a, place, facesA, facesB);
    }
    const { isPassing, isResting } = isAtCrossing ? CROSSES : this.verdictOf(rows, step, a, b, vertices);
    return {
      a,
      b,
      firstTime: time[first],
      isPassing,
      isResting,
      point: this.pointOf(first, step),
      vf: rows.length - ee,
      ee,
      facesA: new Uint32Array(facesA).sort(),
      facesB: new Uint32Array(facesB).sort(),
    };
  }

  /** Adds the faces at a contact to those of both parts, each once. */
  private listFaces(row: number, a: number, place: number, facesA: number[], facesB: number[]): void {
    const { partOfFace, listedA, listedB, first, second } = this;
    this.setFaces(row);
    let isFirstOfA = false;
    for (let i = first.from; i < first.to; i++) if (partOfFace[first.faces[i]] === a) isFirstOfA = true;
    first.list(isFirstOfA ? listedA : listedB, place, isFirstOfA ? facesA : facesB);
    second.list(isFirstOfA ? listedB : listedA, place, isFirstOfA ? facesB : facesA);
  }

  /** Whether the contacts of a place do more than touch and leave, or only rest. */
  private verdictOf(rows: Int32Array, step: ClashStep, a: number, b: number, vertices: readonly number[]): Verdict {
    const { startsTouching } = this.contacts;
    const starting = rows.filter((row) => startsTouching[row] === 1);
    if (this.someEnter(starting, step)) return PASSES;
    const later = rows.filter((row) => startsTouching[row] === 0);
    if (later.length === 0) return { isPassing: false, isResting: true };
    // Contacts may be the touch at the end of the step; else a head-on contact goes through.
    const mayEndTouching = vertices.some((v) => this.touchingAt[v] === this.pairCount);
    if (!mayEndTouching && later.some((row) => this.isHeadOn(row, step))) return PASSES;
    const isPassing =
      a === b
        ? !mayEndTouching
        : new DisplacedContacts(this.mesh, this.partOfFace, a, b, vertices).persist(step.x0, step.x1);
    return { isPassing, isResting: false };
  }

  /** Whether contacts that are there at the start begin to interpenetrate. */
  private someEnter(rows: Int32Array, { x0, x1 }: ClashStep): boolean {
    if (rows.length === 0) return false;
    const { kind, a, b } = this.contacts;
    const initial = new InitialContact(this.mesh.topology, Float64Array.from(x0), Float64Array.from(x1));
    return rows.some((row) =>
      kind[row] === 1 ? initial.edgesEnter(a[row], b[row]) : initial.vertexEnters(a[row], b[row]),
    );
  }

  /** Whether the features meet within their interiors, and not tangentially. */
  private isHeadOn(row: number, { x0, x1 }: ClashStep): boolean {
    const { contacts, corners } = this;
    const { normal } = contacts;
    const shares = sharesOf(contacts, row);
    for (let i = contacts.kind[row] === 1 ? 0 : 1; i < 4; i++) if (Math.abs(shares[i]) < INTERIOR) return false;
    let normalSpeed = 0;
    let speed = 0;
    for (let k = 0; k < 3; k++) {
      let velocity = 0;
      for (let i = 0; i < 4; i++) {
        const at = 3 * corners[4 * row + i] + k;
        velocity += shares[i] * (x1[at] - x0[at]);
      }
      normalSpeed += velocity * normal[3 * row + k];
      speed += velocity * velocity;
    }
    return Math.abs(normalSpeed) > HEAD_ON * Math.sqrt(speed) && speed > 0;
  }

  private pointOf(row: number, { x0, x1 }: ClashStep): Point {
    const { contacts, corners } = this;
    const shares = sharesOf(contacts, row);
    const t = contacts.time[row];
    const point: [number, number, number] = [0, 0, 0];
    for (let i = 0; i < 4; i++) {
      const share = Math.max(0, shares[i]);
      for (let k = 0; k < 3; k++) {
        const at = 3 * corners[4 * row + i] + k;
        point[k] += share * ((1 - t) * x0[at] + t * x1[at]);
      }
    }
    return point;
  }

  /** Marks the vertices at the faces of clashes of two parts at an end of the step. */
  private markEnds(clashes: readonly FrameClash[], a: number, b: number): void {
    for (let i = 0; i < clashes.length; i++) {
      const clash = clashes[i];
      if (clash.a !== a || clash.b !== b || clash.kind === 'near' || clash.kind === 'inside') continue;
      const marks = clash.kind === 'crossing' ? this.crossingAt : this.touchingAt;
      this.markVertices(clash.facesA, marks);
      this.markVertices(clash.facesB, marks);
    }
  }

  private markVertices(faces: Uint32Array, marks: Uint32Array): void {
    const { triangles } = this.mesh;
    for (let i = 0; i < faces.length; i++)
      for (let k = 3 * faces[i]; k < 3 * faces[i] + 3; k++) marks[triangles[k]] = this.pairCount;
  }
}

/** Some consecutive entries of an array of faces. */
class FaceList {
  faces: Uint32Array = new Uint32Array(0);
  from = 0;
  to = 0;

  set(faces: Uint32Array, from: number, to: number): void {
    this.faces = faces;
    this.from = from;
    this.to = to;
  }

  /** Appends the faces that the place has not listed yet. */
  list(listed: Uint32Array, place: number, into: number[]): void {
    const { faces, from, to } = this;
    for (let i = from; i < to; i++) {
      if (listed[faces[i]] === place) continue;
      listed[faces[i]] = place;
      into.push(faces[i]);
    }
  }
}

/**
 * The shares with which the vertices of both features make up the vector from the second feature's
 * contact point to the first's. The positive ones alone make up the point of the first.
 */
function sharesOf({ kind, weights }: Contacts, row: number): number[] {
  const u = weights[3 * row];
  const v = weights[3 * row + 1];
  const w = weights[3 * row + 2];
  return kind[row] === 1 ? [1 - u, u, v - 1, -v] : [1, -u, -v, -w];
}

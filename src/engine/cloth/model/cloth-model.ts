// A cloth at rest as the solver sees it: lumped masses, a material frame and stiffnesses for each
// triangle, bending hinges over inner edges. A quad is two triangles. Stiffnesses are stored per
// element, so that cloths of different materials form one model.
import { MeshError } from '../../../core/mesh/mesh-error.ts';
import { Topology } from '../../../core/mesh/topology.ts';
import { checkPositions, copyIds, type Positions } from '../../../core/mesh/tri-mesh.ts';
import { type ClothMaterial, checkMaterial } from './cloth-material.ts';
import { collectHinges, type Hinges } from './hinges.ts';
import { splitQuads } from './split-quads.ts';

/** Input of a model: one cloth. */
export interface ClothInput {
  /** Positions at rest in metres, three numbers per particle. */
  readonly positions: Positions;
  /** Particle ids, face by face. */
  readonly faces: ArrayLike<number>;
  /** Corners of a face: triangles or quads. */
  readonly cornersPerFace: 3 | 4;
  /** Material; missing properties are those of cotton. */
  readonly material?: Partial<ClothMaterial>;
  /** Particles whose velocity is given. The caller of the solver puts them into the constraints. */
  readonly pinned?: ArrayLike<number>;
}

/** Columns with one row per triangle. */
export interface TriangleElements {
  /**
   * Four numbers per triangle: with e1, e2 from corner 0 to corners 1, 2, warp becomes wu = g0·e1 +
   * g1·e2 and weft wv = g2·e1 + g3·e2. At rest both are unit and orthogonal.
   */
  readonly gradient: Float64Array;
  /** Stretch stiffness × rest area, in J. */
  readonly stretch: Float64Array;
  /** Shear stiffness × rest area, in J. */
  readonly shear: Float64Array;
  /** Damping in seconds, as in `ClothMaterial`. */
  readonly damping: Float64Array;
  /** Drag × a third of the rest area: the share of each corner, in N·s/m. */
  readonly drag: Float64Array;
}

/**
 * A triangle counts as a line if twice its rest area is below this share of its longest side
 * squared.
 */
const MIN_AREA_SHARE = 1e-9;

/** One or more cloths: particles, elements, hinges. */
export class ClothModel {
  /** How many particles there are. */
  readonly particleCount: number;
  /** Three particles per triangle; the two triangles of a quad follow each other. */
  readonly triangles: Uint32Array;
  /** Topology of the triangles. */
  readonly topology: Topology;
  /** kg per particle: a third of each of its triangles. */
  readonly mass: Float64Array;
  /** Particles whose velocity is given. */
  readonly pinned: Uint32Array;
  /** Material frame and stiffnesses of the triangles. */
  readonly elements: TriangleElements;
  /** Bending stencils. */
  readonly hinges: Hinges;

  private constructor(
    triangles: Uint32Array,
    mass: Float64Array,
    pinned: Uint32Array,
    elements: TriangleElements,
    hinges: Hinges,
    topology: Topology,
  ) {
    this.particleCount = mass.length;
    this.triangles = triangles;
    this.mass = mass;
    this.pinned = pinned;
    this.elements = elements;
    this.hinges = hinges;
    this.topology = topology;
  }

  /**
   * Makes the model of one cloth. Throws if the faces, the rest positions, the material or the pins
   * are invalid.
   */
  static from({ positions, faces, cornersPerFace, material = {}, pinned = [] }: ClothInput): ClothModel {
    const particleCount = positions.length / 3;
    checkPositions(positions, Math.floor(particleCount));
    if (cornersPerFace !== 3 && cornersPerFace !== 4)
      throw new RangeError(`cornersPerFace is 3 or 4, not ${cornersPerFace}.`);
    const complete = checkMaterial(material);
    const triangles = trianglesOf(faces, cornersPerFace, positions);
    const topology = new Topology(triangles, particleCount);
    const mass = new Float64Array(particleCount);
    const elements = buildElements(triangles, positions, complete, cornersPerFace - 2, mass);
    const lone = mass.indexOf(0);
    if (lone >= 0) throw new MeshError('vertex-without-face', lone, `No face of the cloth uses vertex ${lone}.`);
    const hinges = collectHinges(topology, positions, complete.bend, complete.damping);
    return new ClothModel(triangles, mass, checkPins(pinned, particleCount), elements, hinges, topology);
  }

  /** Several cloths as one model, in this order. No particles are joined. */
  static merge(models: readonly ClothModel[]): ClothModel {
    const firstsOf = (count: (model: ClothModel) => number) =>
      models.map((_, i) => models.slice(0, i).reduce((sum, model) => sum + count(model), 0));
    const firsts = firstsOf(({ particleCount }) => particleCount);
    const firstFaces = firstsOf(({ triangles }) => triangles.length / 3);
    const shifted = (ids: (model: ClothModel) => Uint32Array, by = firsts) =>
      Uint32Array.from(models.flatMap((model, i) => Array.from(ids(model), (id) => id + by[i])));
    const joined = (values: (model: ClothModel) => Float64Array) =>
      Float64Array.from(models.flatMap((model) => Array.from(values(model))));
    const mass = joined((model) => model.mass);
    const triangles = shifted((model) => model.triangles);
    const elements = {
      gradient: joined(({ elements }) => elements.gradient),
      stretch: joined(({ elements }) => elements.stretch),
      shear: joined(({ elements }) => elements.shear),
      damping: joined(({ elements }) => elements.damping),
      drag: joined(({ elements }) => elements.drag),
    };
    const hinges = {
      particles: shifted(({ hinges }) => hinges.particles),
      faces: shifted(({ hinges }) => hinges.faces, firstFaces),
      weights: joined(({ hinges }) => hinges.weights),
      stiffness: joined(({ hinges }) => hinges.stiffness),
      damping: joined(({ hinges }) => hinges.damping),
    };
    const pinned = shifted((model) => model.pinned);
    return new ClothModel(triangles, mass, pinned, elements, hinges, new Topology(triangles, mass.length));
  }

  /** Writes warp wu and weft wv of triangle t at positions x, three numbers each. */
  warpWeft(t: number, x: Float64Array, w: Float64Array): void {
    const { triangles } = this;
    const { gradient } = this.elements;
    const p = 3 * triangles[3 * t];
    const q = 3 * triangles[3 * t + 1];
    const r = 3 * triangles[3 * t + 2];
    for (let k = 0; k < 3; k++) {
      const e1 = x[q + k] - x[p + k];
      const e2 = x[r + k] - x[p + k];
      w[k] = gradient[4 * t] * e1 + gradient[4 * t + 1] * e2;
      w[3 + k] = gradient[4 * t + 2] * e1 + gradient[4 * t + 3] * e2;
    }
  }

  /**
   * The model without the triangles marked 1. All particles stay, with their masses; those that
   * lost all triangles are pinned.
   */
  without(isTorn: Uint8Array): ClothModel {
    const { elements, hinges, mass } = this;
    const faces = idsWhere(isTorn.length, (face) => isTorn[face] === 0);
    const intact = idsWhere(
      hinges.stiffness.length,
      (i) => isTorn[hinges.faces[2 * i]] + isTorn[hinges.faces[2 * i + 1]] === 0,
    );
    const triangles = pick(this.triangles, faces, 3, new Uint32Array(3 * faces.length));
    const isUsed = new Uint8Array(mass.length);
    for (const particle of triangles) isUsed[particle] = 1;
    const loose = idsWhere(mass.length, (particle) => isUsed[particle] === 0);
    const rank = new Uint32Array(isTorn.length);
    faces.forEach((face, i) => {
      rank[face] = i;
    });
    const ofFaces = (column: Float64Array, width = 1) =>
      pick(column, faces, width, new Float64Array(width * faces.length));
    const ofHinges = (column: Float64Array, width = 1) =>
      pick(column, intact, width, new Float64Array(width * intact.length));
    return new ClothModel(
      triangles,
      mass,
      Uint32Array.from(new Set([...this.pinned, ...loose])),
      {
        gradient: ofFaces(elements.gradient, 4),
        stretch: ofFaces(elements.stretch),
        shear: ofFaces(elements.shear),
        damping: ofFaces(elements.damping),
        drag: ofFaces(elements.drag),
      },
      {
        particles: pick(hinges.particles, intact, 4, new Uint32Array(4 * intact.length)),
        faces: pick(hinges.faces, intact, 2, new Uint32Array(2 * intact.length)).map((face) => rank[face]),
        weights: ofHinges(hinges.weights, 4),
        stiffness: ofHinges(hinges.stiffness),
        damping: ofHinges(hinges.damping),
      },
      new Topology(triangles, mass.length),
    );
  }
}

/** The ids below `count` that are wanted, ascending. */
function idsWhere(count: number, isWanted: (id: number) => boolean): Uint32Array {
  const ids = new Uint32Array(count);
  let found = 0;
  for (let id = 0; id < count; id++) if (isWanted(id)) ids[found++] = id;
  return ids.slice(0, found);
}

/** Copies the rows with these ids, `width` numbers each. */
function pick<T extends Float64Array | Uint32Array>(column: T, ids: Uint32Array, width: number, out: T): T {
  for (let i = 0; i < ids.length; i++) for (let k = 0; k < width; k++) out[width * i + k] = column[width * ids[i] + k];
  return out;
}

function trianglesOf(faces: ArrayLike<number>, corners: 3 | 4, positions: Positions): Uint32Array {
  if (faces.length % corners !== 0) {
    throw new RangeError(`The faces hold ${faces.length} indices, which is not a multiple of ${corners}.`);
  }
  const ids = copyIds(faces, positions.length / 3);
  for (let i = 0; i < ids.length; i += corners) {
    const face = ids.subarray(i, i + corners);
    if (new Set(face).size === corners) continue;
    throw new MeshError('repeated-vertex', i / corners, `Face ${i / corners} repeats a vertex (${face.join(', ')}).`);
  }
  return corners === 3 ? ids : splitQuads(ids, positions);
}

function checkPins(pinned: ArrayLike<number>, particleCount: number): Uint32Array {
  const ids = Uint32Array.from(pinned);
  const bad = ids.findIndex((id, i) => id !== pinned[i] || id >= particleCount);
  if (bad < 0) return ids;
  throw new RangeError(`Pin ${bad} names particle ${pinned[bad]}; the cloth has ${particleCount}, counted from 0.`);
}

/**
 * The elements of a cloth of one material. Adds a third of the mass of each triangle to its
 * corners.
 */
function buildElements(
  triangles: Uint32Array,
  x: Positions,
  material: ClothMaterial,
  trianglesPerFace: number,
  mass: Float64Array,
): TriangleElements {
  const count = triangles.length / 3;
  const elements = {
    gradient: new Float64Array(4 * count),
    stretch: new Float64Array(count),
    shear: new Float64Array(count),
    damping: new Float64Array(count).fill(material.damping),
    drag: new Float64Array(count),
  };
  for (let t = 0; t < count; t++) {
    const area = restFrame(triangles, t, x, elements.gradient);
    if (!(area > 0)) {
      const face = Math.floor(t / trianglesPerFace);
      throw new MeshError('zero-area-face', face, `Face ${face} of the cloth has no area at rest.`);
    }
    elements.stretch[t] = material.stretch * area;
    elements.shear[t] = material.shear * area;
    elements.drag[t] = (material.airDrag * area) / 3;
    for (let k = 3 * t; k < 3 * t + 3; k++) mass[triangles[k]] += (material.areaDensity * area) / 3;
  }
  return elements;
}

/**
 * Writes the gradient of triangle t. Warp is the coordinate axis nearest to the plane of the
 * triangle, projected into it: it is one direction all over a flat sheet, and along a tube. Warp
 * and weft are equally stiff, so it does not matter which axis is taken if two are equally near.
 * Returns the rest area, or 0 if the triangle is a line.
 */
function restFrame(triangles: Uint32Array, t: number, x: Positions, gradient: Float64Array): number {
  const [p, q, r] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
  const e1 = [0, 1, 2].map((k) => x[q + k] - x[p + k]);
  const e2 = [0, 1, 2].map((k) => x[r + k] - x[p + k]);
  const cross = [e1[1] * e2[2] - e1[2] * e2[1], e1[2] * e2[0] - e1[0] * e2[2], e1[0] * e2[1] - e1[1] * e2[0]];
  const twice = Math.hypot(...cross);
  const longest = Math.max(dot(e1, e1), dot(e2, e2), dot(e1, e1) + dot(e2, e2) - 2 * dot(e1, e2));
  if (!(twice > MIN_AREA_SHARE * longest)) return 0;
  const n = cross.map((value) => value / twice);
  const steep = n.map(Math.abs);
  const axis = steep.indexOf(Math.min(...steep));
  const inPlane = n.map((value, k) => (k === axis ? 1 : 0) - n[axis] * value);
  const u = inPlane.map((value) => value / Math.hypot(...inPlane));
  const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
  gradient.set([dot(e2, v) / twice, -dot(e1, v) / twice, -dot(e2, u) / twice, dot(e1, u) / twice], 4 * t);
  return twice / 2;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

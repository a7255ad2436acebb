// Draws the touched features of a step on top of the model, coloured by the time of their first
// contact. Each is drawn twice: normally, and faintly through whatever covers it, because most
// contacts are between surfaces.
import {
  AlwaysDepth,
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  Group,
  LessEqualDepth,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  type PointsMaterialParameters,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Touched, TouchedStep } from '../check/touched-features.ts';
import { timeColour } from './colours.ts';
import type { ShownModel } from './shown-model.ts';

interface Corners {
  readonly ids: Uint32Array;
  readonly colours: Float32Array;
}

/** The objects that draw touched features. */
export class Highlights {
  /** The object to add to the scene. */
  readonly group: Group = new Group();
  /** Draws features faintly through what covers them, while it is visible. */
  readonly ghosts: Group = new Group();
  private readonly points = new BufferGeometry();
  private readonly lines = new LineSegmentsGeometry();
  private readonly faces = new BufferGeometry();
  private corners: { vertices: Corners; edges: Corners; faces: Corners } | undefined;

  constructor() {
    for (const isGhost of [true, false]) this.addLayer(isGhost);
    this.group.add(this.ghosts);
  }

  /** Chooses the features; `place` must follow. */
  show({ vertices, edges, faces }: TouchedStep, model: ShownModel): void {
    this.corners = {
      vertices: corners(vertices, 1, (id) => id),
      edges: corners(edges, 2, (id, k) => model.edges[2 * id + k]),
      faces: corners(faces, 3, (id, k) => model.triangles[3 * id + k]),
    };
  }

  /** Updates the positions, after `show` and whenever the vertices have moved. */
  place(positions: Float32Array): void {
    if (this.corners === undefined) return;
    const { vertices, edges, faces } = this.corners;
    setGeometry(this.points, vertices, positions);
    setGeometry(this.faces, faces, positions);
    const hasEdges = edges.ids.length > 0;
    // An instanced geometry cannot be empty, so one edge of length 0 is drawn if there are none.
    this.lines.setPositions(hasEdges ? gathered(edges.ids, positions) : new Float32Array(6));
    this.lines.setColors(hasEdges ? edges.colours : new Float32Array(6));
    for (const object of [...this.group.children, ...this.ghosts.children])
      if (object instanceof LineSegments2) object.visible = hasEdges;
  }

  private addLayer(isGhost: boolean): void {
    const shared = {
      vertexColors: true,
      depthFunc: isGhost ? AlwaysDepth : LessEqualDepth,
      depthWrite: false,
      transparent: true,
    } as const;
    const layer = isGhost ? this.ghosts : this.group;
    const faceOpacity = isGhost ? 0.12 : 0.85;
    const nearer = { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 };
    const faces = new MeshBasicMaterial({ ...shared, ...nearer, side: DoubleSide, opacity: faceOpacity });
    const lines = new LineMaterial({ ...shared, linewidth: isGhost ? 1.5 : 2.5, opacity: isGhost ? 0.3 : 1 });
    const points = roundPoints({ ...shared, size: isGhost ? 4 : 6, opacity: isGhost ? 0.35 : 1 });
    const objects = [
      new Mesh(this.faces, faces),
      new LineSegments2(this.lines, lines),
      new Points(this.points, points),
    ];
    objects.forEach((object, i) => {
      object.renderOrder = (isGhost ? 1 : 4) + i;
      object.frustumCulled = false;
      layer.add(object);
    });
  }
}

/** Returns the corners of all features, each with the colour of its feature's time. */
function corners({ ids, times }: Touched, corners: number, vertexOf: (id: number, corner: number) => number): Corners {
  const vertices = new Uint32Array(corners * ids.length);
  const colours = new Float32Array(3 * vertices.length);
  let colour: Color | undefined;
  for (let i = 0; i < vertices.length; i++) {
    const feature = Math.floor(i / corners);
    vertices[i] = vertexOf(ids[feature], i % corners);
    colour = timeColour(times[feature] / 255, colour);
    colour.toArray(colours, 3 * i);
  }
  return { ids: vertices, colours };
}

/** Returns the positions of the vertices `ids`, three numbers each. */
export function gathered(ids: Uint32Array, positions: Float32Array): Float32Array {
  const places = new Float32Array(3 * ids.length);
  for (let i = 0; i < ids.length; i++)
    for (let axis = 0; axis < 3; axis++) places[3 * i + axis] = positions[3 * ids[i] + axis];
  return places;
}

function setGeometry(geometry: BufferGeometry, { ids, colours }: Corners, positions: Float32Array): void {
  const old = geometry.getAttribute('position');
  // Buffers cannot change their size: three.js frees the old ones.
  if (old && old.count !== ids.length) geometry.dispose();
  geometry.setAttribute('position', new BufferAttribute(gathered(ids, positions), 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
}

/** Returns a material of round points; their size is in pixels. */
export function roundPoints(parameters: PointsMaterialParameters): PointsMaterial {
  const material = new PointsMaterial({ ...parameters, sizeAttenuation: false });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      'void main() {',
      'void main() {\n  if (length(gl_PointCoord - 0.5) > 0.5) discard;',
    );
  };
  return material;
}

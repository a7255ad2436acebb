// Which vertices, edges and faces touch something in a step, and when first: the features that a
// page colours. They are far fewer than the contacts, because a feature is part of many contacts.
import type { TriMesh } from '../index.ts';
import type { Step } from './step.ts';

/** Features of one kind that touch in a step. */
export interface Touched {
  /** The ids, ascending. */
  readonly ids: Uint32Array;
  /** The time of the first contact of each, in units of 1/255 step. */
  readonly times: Uint8Array;
}

/** All features that touch in a step. */
export interface TouchedStep {
  /** Vertices of vertex–face contacts. */
  readonly vertices: Touched;
  /** Edges of edge–edge contacts. */
  readonly edges: Touched;
  /** Faces of vertex–face contacts. */
  readonly faces: Touched;
}

/** The entry of a feature that touches nothing: above every time in units of 1/255 step. */
const NO_CONTACT = 256;

/** Returns the features of a mesh that touch in a step. */
export function touchedFeatures(
  { vertexCount, faceCount, topology }: TriMesh,
  { count, kind, a, b, time }: Pick<Step, 'count' | 'kind' | 'a' | 'b' | 'time'>,
): TouchedStep {
  const [vertices, edges, faces] = [vertexCount, topology.edgeCount, faceCount].map((features) =>
    new Uint16Array(features).fill(NO_CONTACT),
  );
  for (let i = 0; i < count; i++) {
    const rounded = Math.round(255 * time[i]);
    const [timesA, timesB] = kind[i] === 1 ? [edges, edges] : [vertices, faces];
    timesA[a[i]] = Math.min(timesA[a[i]], rounded);
    timesB[b[i]] = Math.min(timesB[b[i]], rounded);
  }
  return { vertices: touchedOf(vertices), edges: touchedOf(edges), faces: touchedOf(faces) };
}

function touchedOf(times: Uint16Array): Touched {
  const ids: number[] = [];
  for (let id = 0; id < times.length; id++) if (times[id] !== NO_CONTACT) ids.push(id);
  return { ids: Uint32Array.from(ids), times: Uint8Array.from(ids, (id) => times[id]) };
}

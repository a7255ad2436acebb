// Whether a step of a blob fits the mesh: every id is one of it. Blobs may come from a stranger.

import type { FrameClash } from '../../clash.ts';
import type { TriMesh } from '../../index.ts';
import type { BlobStep } from './blob-records.ts';

/** Whether all ids of a step are ids of the mesh and its parts. */
export function isStepOf(
  { unchecked, before, places, after, step }: BlobStep,
  mesh: TriMesh,
  partCount: number,
): boolean {
  const isPart = (part: number): boolean => part < partCount;
  const hasIds = (clash: Pick<FrameClash, 'a' | 'b' | 'facesA' | 'facesB'>): boolean =>
    isPart(clash.a) && isPart(clash.b) && [clash.facesA, clash.facesB].every((faces) => areFaces(faces, mesh));
  return (
    unchecked.every(({ part }) => isPart(part)) &&
    [...(before ?? []), ...places, ...after].every(hasIds) &&
    (step === null || areContacts(step, mesh))
  );
}

function areContacts(
  { count, kind, a, b, time }: NonNullable<BlobStep['step']>,
  { vertexCount, faceCount, topology }: TriMesh,
): boolean {
  const most = [
    [vertexCount, faceCount],
    [topology.edgeCount, topology.edgeCount],
  ];
  return (
    [kind, a, b, time].every(({ length }) => length === count) &&
    kind.every((k, i) => k < 2 && a[i] < most[k][0] && b[i] < most[k][1])
  );
}

/** Whether these are ascending ids of faces. */
function areFaces(faces: Uint32Array, { faceCount }: TriMesh): boolean {
  return faces.every((face, i) => face < faceCount && (i === 0 || faces[i - 1] < face));
}

// Writes the overlay of a check: every frame once more, with the curves and faces of its clashes.
import type { CheckResult } from '../../check/check-result.ts';
import { trianglesIn } from '../../check/triangle-places.ts';
import { clashNames, type OverlayClash, OverlayWriter } from '../overlay/overlay-writer.ts';
import type { Stepper } from '../stepper.ts';
import type { CheckFrames } from './check-sequence.ts';
import { isPartOf } from './is-part-of.ts';

/** Writes the file or folder `path`. Rejects with `UsageError`. */
export async function writeOverlay(
  path: string,
  { json, geometry }: CheckResult,
  frames: CheckFrames,
  stepper: Stepper,
  rate: number | undefined,
): Promise<void> {
  const names = clashNames(json.clashes);
  const byFrame = new Map<number, number[]>();
  for (const { id, perFrame } of json.clashes)
    for (const { frame } of perFrame) byFrame.set(frame, [...(byFrame.get(frame) ?? []), id]);
  const writer = new OverlayWriter(path, rate);
  for (let frame = 0; frame < frames.frameCount; frame++) {
    const ids = byFrame.get(frame) ?? [];
    const found = ids.length > 0 ? await stepper.frame(frame, { curves: true }) : [];
    const clashes = found.flatMap((one): OverlayClash[] => {
      const id = ids.find((candidate) => isPartOf(one, geometry[candidate]));
      return id === undefined ? [] : [{ ...one, name: names[id] }];
    });
    const triangles = trianglesIn(frames.unweldedMesh, frames.unweldedMeshOf(frame));
    writer.addFrame(frame, { positions: await frames.read(frame), triangles }, clashes);
  }
  await writer.finish();
}

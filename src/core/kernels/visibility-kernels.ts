// Visibility culling: what assembly/visibility.ts exports. A module of its own, for the door that needs it.
import { type KernelBase, KernelModule } from './kernels.ts';
import { visibilityBytes } from './visibility-bytes.generated.ts';

export interface VisibilityKernels extends KernelBase {
  snapPoints(positions: number, count: number, from: number, least: number, scale: number, out: number): void;
  triangleRows(
    corners: number,
    count: number,
    points: number,
    width: number,
    height: number,
    scratch: number,
    rows: number,
  ): void;
  sampleRows: VisibilityKernels['triangleRows'];
  prismRows(
    corners: number,
    count: number,
    points: number,
    moved: number,
    width: number,
    height: number,
    scratch: number,
    rows: number,
  ): void;
  countTiles(rows: number, rowBytes: number, count: number, across: number, tileCount: number, starts: number): number;
  fillTiles(rows: number, rowBytes: number, count: number, across: number, next: number, list: number): void;
  recallWitnesses(
    bits: number,
    fail: number,
    witness: number,
    count: number,
    isDone: number,
    isHidden: number,
    corners: number,
    changed: number,
    since: number,
  ): void;
  noteChanges(bits: number, seen: number, count: number, corners: number, changed: number, now: number): void;
  visibilityPass(
    rows: number,
    edgeCount: number,
    starts: number,
    list: number,
    across: number,
    tileCount: number,
    primitiveOf: number,
    groupOf: number,
    corners: number,
    bits: number,
    fail: number,
    witness: number,
    isDone: number,
    isHidden: number,
    reversed: boolean,
    flipped: boolean,
    touching: boolean,
    layerCount: number,
    layers: number,
    scratch: number,
  ): void;
}

export const visibilityKernels: KernelModule<VisibilityKernels> = new KernelModule(visibilityBytes);

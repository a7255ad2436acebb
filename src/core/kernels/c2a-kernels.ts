// The kernels of C²A, as assembly/c2a.ts exports them; layouts stand in assembly/swept-query.ts and assembly/swept-volumes.ts.

import { c2aBytes } from './c2a-bytes.generated.ts';
import { type KernelBase, KernelModule } from './kernels.ts';

export interface C2aKernels extends KernelBase {
  c2aScratch(): number;
  c2aBuild(
    triangles: number,
    count: number,
    scale: number,
    extent: number,
    order: number,
    volumes: number,
    scratch: number,
  ): number;
  c2aBegin(query: number): void;
  c2aIterate(t: number, rest: number, control: boolean, w: number, threshold: number, near: number): void;
  c2aCountWithin(t: number, near: number): number;
  c2aSetTime(t: number): void;
  c2aGap(a: number, b: number, out: number): void;
  c2aVolumeReach(volume: number, ofB: boolean): number;
  c2aTriangleReach(corners: number, ofB: boolean): number;
  c2aClosing(x: number, y: number, z: number, reachA: number, reachB: number): number;
}

export const c2aKernels: KernelModule<C2aKernels> = new KernelModule(c2aBytes);

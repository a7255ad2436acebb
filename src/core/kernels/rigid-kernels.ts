// What assembly/rigid.ts exports; pointers are byte offsets into the memory.
import { type KernelBase, KernelModule } from './kernels.ts';
import { rigidBytes } from './rigid-bytes.generated.ts';

export interface RigidKernels extends KernelBase {
  boxTreeScratch(count: number): number;
  buildBoxTree(triangles: number, count: number, scale: number, order: number, nodes: number, scratch: number): number;
  gatherTriangles(triangles: number, order: number, count: number, to: number): void;
  sineAndCosine(angle: number, out: number): void;
  setRigidPose(motion: number, t: number): void;
  probeBoxes(query: number, t: number, turns: boolean, wide: boolean, a: number, b: number, out: number): void;
  probeStretches(query: number, a: number, b: number, open: number, level: number): number;
  probeSweep(
    query: number,
    node: number,
    other: number,
    ofA: boolean,
    open: number,
    shortest: number,
    out: number,
  ): void;
  probeTriangles(
    query: number,
    node: number,
    triangles: number,
    count: number,
    other: number,
    triangle: number,
    ofA: boolean,
    open: number,
    shortest: number,
    out: number,
  ): void;
  setSearchRoom(heap: number, families: number, stack: number, room: number): void;
  beginSearch(
    query: number,
    asked: number,
    turns: boolean,
    boxesA: number,
    trianglesA: number,
    boxesB: number,
    trianglesB: number,
    start: number,
    end: number,
    near: number,
  ): void;
  runSearch(patience: number): number;
  searchAnswer(out: number): void;
}

export const rigidKernels: KernelModule<RigidKernels> = new KernelModule(rigidBytes);

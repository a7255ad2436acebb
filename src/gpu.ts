// Entry point `graze/gpu`: visibility culling, which finds the faces of a mesh that may collide by
// rendering it along the axes.

export { MeshError, type MeshFault } from './core/mesh/mesh-error.ts';
export { type Positions, TriMesh } from './core/mesh/tri-mesh.ts';
export type { FacePairs } from './engine/crossing-faces.ts';
export { visibleCrossings, visiblePairs } from './engine/visible-crossings.ts';
export {
  Culling,
  type CullingParts,
  type FoundPairs,
  type ObjectLevel,
  type SelfLevel,
} from './papers/quick-cullide/culling.ts';
export { OcclusionQueryDevice, type OcclusionQueryOptions } from './papers/quick-cullide/occlusion-query-device.ts';
export { RasterDevice } from './papers/quick-cullide/raster-device.ts';
export { type Pass, type PassState, runRoundsAsync } from './papers/quick-cullide/run-rounds.ts';
export { VisibilityCuller } from './papers/quick-cullide/visibility-culler.ts';
export type {
  CullAnswer,
  CullPass,
  CullScene,
  CullSettings,
  CullView,
  DeviceName,
  EdgeCount,
  ViewRows,
  VisibilityDevice,
} from './papers/quick-cullide/visibility-device.ts';
export { FIRST, PRUNED, ROW, rowLength, SECOND } from './papers/quick-cullide/visibility-device.ts';
export type { ViewName, VisibilityOptions } from './papers/quick-cullide/visibility-options.ts';
export { mayCollide, type SetSizes, setSizes } from './papers/quick-cullide/visibility-sets.ts';
export { type GpuSource, WebGpuDevice, type WebGpuOptions } from './papers/quick-cullide/webgpu-device.ts';

// Entry point `graze`: meshes, elementary tests, the collider of deforming meshes and its recipes.

export { type ContactKind, Contacts, noTally, type Tally } from './core/contacts/contacts.ts';
export { Proximities, type ProximityKind } from './core/contacts/proximities.ts';
export { type ClosestPoints, closestPoints } from './core/elementary/closest-points.ts';
export { eeDistance, triangleDistance, trianglesMeet, vfDistance } from './core/elementary/discrete.ts';
export { type ElementaryContact, elementaryContact } from './core/elementary/elementary-contact.ts';
export { eeContact, eeTime, vfContact, vfTime } from './core/elementary/times.ts';
export type { BoundaryLoops } from './core/mesh/boundary-loops.ts';
export type { MeshChange } from './core/mesh/change-mesh.ts';
export { MeshError, type MeshFault } from './core/mesh/mesh-error.ts';
export { Topology } from './core/mesh/topology.ts';
export { checkPositions, type MergedMesh, TriMesh, type TriMeshOptions } from './core/mesh/tri-mesh.ts';
export { type Weld, weld } from './core/mesh/weld.ts';
export type { ParametricRecipe, Recipe } from './core/recipe/recipe.ts';
export type { Parts } from './engine/clash/parts.ts';
export type {
  AsyncCollideOptions,
  CollideOptions,
  ColliderOptions,
  IntersectionOptions,
  PartitionOptions,
  ProximityOptions,
  StepOptions,
} from './engine/collide-options.ts';
export type { FacePairs } from './engine/crossing-faces.ts';
export type { FirstContact } from './engine/earliest-contact.ts';
export type { IntersectionCurve } from './engine/intersection-curve.ts';
export { MeshCollider, type Retopology } from './engine/mesh-collider.ts';
export type { PermissionOptions } from './engine/permissions.ts';
export type { PrefilterOptions } from './engine/prefilter.ts';
export { type LimitOptions, SearchLimitError } from './engine/search-limit.ts';
export { type AdjacentPairs, countAdjacentPairs } from './papers/iccd/adjacent-pairs.ts';
export type { IccdParameters, QuietMode } from './papers/iccd/iccd-parameters.ts';
export { iccd, iccdAsPublished, iccdWithCones, iccdWithoutCones } from './papers/iccd/iccd-recipes.ts';
export { findOrphans, type OrphanSet } from './papers/iccd/orphans.ts';
export { adjacency, basic, noDuplicates, type RTrianglesParameters, rTriangles } from './papers/r-triangles/recipes.ts';

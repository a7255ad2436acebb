// Entry point `graze/three`: collisions between the meshes of a three.js scene.
export { ContactsHelper, type ContactsHelperOptions } from './three/contacts-helper.ts';
export type { SceneClash, ScenePassing } from './three/scene-clashes.ts';
export {
  type SceneCollideOptions,
  SceneCollider,
  type SceneColliderOptions,
  type SceneStepOptions,
  type SceneVertex,
} from './three/scene-collider.ts';
export { type SceneContact, SceneContacts, type SceneFacePair, SceneFacePairs } from './three/scene-contacts.ts';
export { SceneError, type SceneFault } from './three/scene-error.ts';
export type { Surface } from './three/scene-mesh.ts';
export { poseOf, type Soup, soupOf } from './three/soup-of.ts';

// The door of cloth: a solver and a response that never let anything through.

export { type ClothMaterial, cotton, denim, silk } from './engine/cloth/cloth-material.ts';
export type { ClothOptions, ClothSimulationOptions } from './engine/cloth/cloth-options.ts';
export { type Advance, ClothSimulation, type ClothState } from './engine/cloth/cloth-simulation.ts';
export type { ObstacleOptions } from './engine/cloth/obstacle.ts';
export type { ClothTally } from './engine/cloth/safe-step.ts';
export { ClothStartError } from './engine/cloth/start-error.ts';

// Entry point `graze/cloth`: simulations in which nothing ever passes through anything.

export type { ClothOptions, ClothSimulationOptions, ObstacleOptions } from './engine/cloth/cloth-options.ts';
export { type Advance, ClothSimulation, type ClothState } from './engine/cloth/cloth-simulation.ts';
export { ClothStartError } from './engine/cloth/cloth-start-error.ts';
export { type ClothMaterial, cotton, denim, silk } from './engine/cloth/model/cloth-material.ts';
export type { ClothTally } from './engine/cloth/response/safe-step.ts';

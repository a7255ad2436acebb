// A run of steps with a collider of its own. Runs depend on the number of steps alone, not on the number of threads: what a collider learns
// from earlier steps shows in its tally, and so the output is the same however many work on it.

import { type RecipeName, recipes } from '../check/recipes.ts';
import type { Sequence } from '../check/sequence.ts';
import { type CheckOptions, checkStep, type Step } from '../check/step.ts';
import { iccdWithoutCones, MeshCollider, type Recipe } from '../index.ts';

export interface Chunk {
  readonly first: number;
  /** One beyond the last step. */
  readonly end: number;
}

/** A new collider costs about as much as five steps: eight runs leave few cores idle at the end, sixteen steps make up for the cost. */
const RUNS = 8;
const LONGEST = 16;

export function chunksOf(stepCount: number): Chunk[] {
  const length = Math.max(1, Math.min(LONGEST, Math.ceil(stepCount / RUNS)));
  return Array.from({ length: Math.ceil(stepCount / length) }, (_, i) => ({
    first: i * length,
    end: Math.min(stepCount, (i + 1) * length),
  }));
}

/** Patches for cones cost as much as fifteen steps and save a third of each at best: no run is long enough for them. */
function recipeOf(name: RecipeName): Recipe {
  return name === 'iccd' ? iccdWithoutCones : recipes[name];
}

export async function* stepsOf(sequence: Sequence, { first, end }: Chunk, options: CheckOptions): AsyncGenerator<Step> {
  const collider = new MeshCollider(sequence.mesh, { recipe: recipeOf(options.recipe) });
  let x0 = await sequence.read(first);
  for (let index = first; index < end; index++) {
    const x1 = await sequence.read(index + 1);
    yield checkStep(collider, index, x0, x1, options);
    x0 = x1;
  }
}

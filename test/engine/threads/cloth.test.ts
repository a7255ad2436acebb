// A simulation of cloth with a pool gives the bits of one without: positions, velocities, what
// every frame reports, and where the cloth tears.
import { expect, test } from 'vitest';
import { type Advance, ClothSimulation, type ClothSimulationOptions } from '../../../src/cloth.ts';
import { PoolJob } from '../../../src/engine/threads/pool-job.ts';
import { sheet, sphere } from '../cloth/sheets.ts';
import { nodePool } from './node-pool.ts';

interface Frame extends Advance {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly triangles: Uint32Array;
}

function* framesOf(options: ClothSimulationOptions, count: number): Generator<Frame, void, undefined> {
  const simulation = new ClothSimulation(options);
  for (let i = 0; i < count; i++) {
    const advance = simulation.advance();
    const { positions, velocities, mesh } = simulation;
    yield { ...advance, positions: positions.slice(), velocities: velocities.slice(), triangles: mesh.triangles };
  }
}

const layer = (z: number, strength?: number) => ({
  ...sheet(24, 24, (u, v) => [0.8 * (u - 0.49), 0.8 * (v - 0.48), z]),
  velocity: [0, 0, -2],
  ...(strength && { strength }),
});

const scenes: Readonly<Record<string, ClothSimulationOptions>> = {
  'two layers on a ball': { cloths: [layer(0.215), layer(0.23)], obstacles: [sphere(0.2, 8)] },
  'a cloth that tears at a spike': {
    cloths: [{ ...layer(0.215, 0.02), pinned: [0, 24, 600, 624] }],
    obstacles: [sphere(0.2, 8)],
    timeStep: 0.02,
  },
};

test.each(Object.entries(scenes))('%s', async (_, options) => {
  const expected = [...framesOf(options, 8)];
  if (options.timeStep) expect(expected.some(({ torn }) => torn > 0)).toBe(true);
  for (const size of [1, 2, 4]) {
    const { pool } = nodePool(size);
    await pool.ready;
    const { publish } = PoolJob.prototype;
    let jobs = 0;
    PoolJob.prototype.publish = function (this: PoolJob, parameters) {
      jobs++;
      publish.call(this, parameters);
    };
    try {
      let i = 0;
      for (const frame of framesOf({ ...options, pool }, expected.length))
        expect(frame, `${size} threads, frame ${i}`).toEqual(expected[i++]);
    } finally {
      PoolJob.prototype.publish = publish;
    }
    expect(jobs > 0).toBe(size > 1);
  }
});

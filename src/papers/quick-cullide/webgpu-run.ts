// One run of culling on a GPU: binning, then rounds of passes. Several rounds are submitted at
// once, because reading back whether anything changed is slow. A round after one that changed
// nothing changes nothing, so surplus rounds do no harm.
import { PASS_RULES } from './run-rounds.ts';
import { type CullAnswer, type CullPass, type CullScene, type CullSettings, rowLength } from './visibility-device.ts';
import type { PipelineCache, Pipelines } from './webgpu-pipelines.ts';
import { BufferPool, binRows, itemTable, USAGE } from './webgpu-scene.ts';
import { GROUP } from './webgpu-shaders.ts';

/** Rounds between two readbacks. */
const ROUNDS_PER_READBACK = 3;
/** u32 counts of a pass: rendered, tested, left, changed. */
const COUNTS_PER_PASS = 4;

/** A pass of a round, ready to be encoded; the same in every round. */
interface RecordedPass {
  readonly view: number;
  readonly pass: CullPass['pass'];
  readonly encode: (encoder: GPUCommandEncoder) => void;
}

/** Culls a scene on a GPU. Rejects if a pipeline or the readback fails. */
export async function runOnGpu(
  device: GPUDevice,
  cache: PipelineCache,
  scene: CullScene,
  settings: CullSettings,
): Promise<CullAnswer> {
  const pipelines = await cache.take({
    edgeCount: scene.edgeCount,
    layerCount: settings.listLength,
    hasCorners: scene.corners !== null,
    hasGroups: scene.groupOf !== null || scene.primitiveOf !== null,
  });
  const pool = new BufferPool(device);
  try {
    return await new GpuRun(pool, pipelines, scene, settings).answer(settings.mostRounds);
  } finally {
    pool.destroy();
  }
}

class GpuRun {
  private readonly device: GPUDevice;
  private readonly primitiveCount: number;
  private readonly bits: GPUBuffer;
  private readonly counts: GPUBuffer;
  private readonly readback: GPUBuffer;
  private readonly passes: readonly RecordedPass[];

  constructor(pool: BufferPool, pipelines: Pipelines, scene: CullScene, settings: CullSettings) {
    const { device } = pool;
    const { primitiveCount, edgeCount, startBits, axes, views } = scene;
    const bits = pool.put(startBits ?? new Uint8Array(primitiveCount), USAGE.storage | USAGE.copySource);
    const fail = pool.make(4 * primitiveCount, USAGE.storage);
    const counts = pool.make(4 * COUNTS_PER_PASS, USAGE.storage | USAGE.copySource);
    const items = pool.put(itemTable(scene), USAGE.storage);
    const encoder = device.createCommandEncoder();
    const binned = axes.map((view) => binRows(pool, encoder, pipelines, view, scene));
    device.queue.submit([encoder.finish()]);
    this.device = device;
    this.primitiveCount = primitiveCount;
    this.bits = bits;
    this.counts = counts;
    this.readback = pool.make(
      4 * (primitiveCount + COUNTS_PER_PASS * 2 * views.length * ROUNDS_PER_READBACK),
      USAGE.mapRead,
    );
    this.passes = views.flatMap(({ axis, flipped }, view) =>
      PASS_RULES[settings.algorithm].map(({ isSecond, untestedBits, unrenderedBits, grants }) => {
        const { across, down, rows, starts, list } = binned[axis];
        const job = [
          across,
          rowLength(edgeCount),
          untestedBits,
          unrenderedBits,
          +isSecond,
          +flipped,
          +settings.touching,
          0,
        ];
        const draw = pool.bind(pipelines.pass, [pool.put(job, USAGE.uniform), rows, starts, list, items, bits, fail]);
        const granting = pool.put([primitiveCount, untestedBits, unrenderedBits, grants], USAGE.uniform);
        const update = pool.bind(pipelines.update, [granting, bits, fail, counts]);
        const encode = (encoder: GPUCommandEncoder): void => {
          const pass = encoder.beginComputePass();
          pass.setPipeline(pipelines.pass);
          pass.setBindGroup(0, draw);
          pass.dispatchWorkgroups(across, down);
          pass.setPipeline(pipelines.update);
          pass.setBindGroup(0, update);
          pass.dispatchWorkgroups(Math.ceil(primitiveCount / GROUP));
          pass.end();
        };
        return { view, pass: isSecond ? 'second' : 'first', encode };
      }),
    );
  }

  async answer(mostRounds: number): Promise<CullAnswer> {
    const done: CullPass[] = [];
    for (let rounds = 0; ; ) {
      const count = Math.min(ROUNDS_PER_READBACK, mostRounds - rounds);
      const { bits, counts } = await this.runRounds(count);
      for (let round = 0; round < count; round++) {
        const isChanged = this.reportRound(counts, round, done);
        rounds++;
        if (isChanged && rounds < mostRounds) continue;
        return { bits, passes: done, rounds, converged: !isChanged, device: 'webgpu' };
      }
    }
  }

  private async runRounds(count: number): Promise<{ bits: Uint8Array; counts: Uint32Array }> {
    const { device, primitiveCount, passes, bits, counts, readback } = this;
    const encoder = device.createCommandEncoder();
    const slots = count * passes.length;
    for (let slot = 0; slot < slots; slot++) {
      encoder.clearBuffer(counts);
      passes[slot % passes.length].encode(encoder);
      encoder.copyBufferToBuffer(
        counts,
        0,
        readback,
        4 * (primitiveCount + COUNTS_PER_PASS * slot),
        4 * COUNTS_PER_PASS,
      );
    }
    encoder.copyBufferToBuffer(bits, 0, readback, 0, 4 * primitiveCount);
    device.queue.submit([encoder.finish()]);
    await readback.mapAsync(1);
    const values = new Uint32Array(readback.getMappedRange()).slice();
    readback.unmap();
    return { bits: Uint8Array.from(values.subarray(0, primitiveCount)), counts: values.subarray(primitiveCount) };
  }

  /** Appends the passes of a round. Returns whether one of them changed anything. */
  private reportRound(counts: Uint32Array, round: number, done: CullPass[]): boolean {
    const { passes } = this;
    let isChanged = false;
    passes.forEach(({ view, pass }, k) => {
      const at = COUNTS_PER_PASS * (round * passes.length + k);
      done.push({ view, pass, rendered: counts[at], tested: counts[at + 1], left: counts[at + 2] });
      if (counts[at + 3] > 0) isChanged = true;
    });
    return isChanged;
  }
}

// One run of culling on a GPU: binning, then rounds of passes. Several rounds are submitted at
// once, because reading back whether anything changed is slow. A round after one that changed
// nothing changes nothing, so surplus rounds do no harm.
import {
  type CullAnswer,
  type CullPass,
  type CullScene,
  type CullSettings,
  type CullView,
  FIRST,
  PRUNED,
  rowLength,
  SECOND,
} from './visibility-device.ts';
import type { PipelineCache, Pipelines } from './webgpu-pipelines.ts';
import { type BinnedRows, BufferPool, bindGroup, binRows, itemTable, USAGE } from './webgpu-scene.ts';
import { GROUP } from './webgpu-shaders.ts';

/** Rounds between two readbacks. */
const ROUNDS_PER_READBACK = 3;
/** u32 counts of a pass: rendered, tested, left, changed. */
const COUNTS = 4;

/** The bind groups of a pass; the same in every round. */
interface RecordedPass {
  readonly view: number;
  readonly pass: CullPass['pass'];
  readonly draw: GPUBindGroup;
  readonly update: GPUBindGroup;
  readonly across: number;
  readonly down: number;
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
    return await new GpuRun(device, pool, pipelines, scene, settings).answer(settings.mostRounds);
  } finally {
    pool.destroy();
  }
}

class GpuRun {
  private readonly device: GPUDevice;
  private readonly pool: BufferPool;
  private readonly pipelines: Pipelines;
  private readonly scene: CullScene;
  private readonly bits: GPUBuffer;
  private readonly fail: GPUBuffer;
  private readonly counts: GPUBuffer;
  private readonly readback: GPUBuffer;
  private readonly passes: readonly RecordedPass[];

  constructor(device: GPUDevice, pool: BufferPool, pipelines: Pipelines, scene: CullScene, settings: CullSettings) {
    const { primitiveCount, axes, views } = scene;
    this.device = device;
    this.pool = pool;
    this.pipelines = pipelines;
    this.scene = scene;
    const startBits = Uint32Array.from(scene.startBits ?? new Uint8Array(primitiveCount));
    this.bits = pool.put(startBits, USAGE.storage | USAGE.copySource);
    this.fail = pool.make(4 * primitiveCount, USAGE.storage);
    this.counts = pool.make(4 * COUNTS, USAGE.storage | USAGE.copySource);
    this.readback = pool.make(4 * (primitiveCount + COUNTS * 2 * views.length * ROUNDS_PER_READBACK), USAGE.mapRead);
    const encoder = device.createCommandEncoder();
    const binned = axes.map((view) => binRows(device, encoder, pool, pipelines.bin, view, scene));
    device.queue.submit([encoder.finish()]);
    const items = pool.put(itemTable(scene), USAGE.storage);
    this.passes = views.flatMap((view, index) =>
      [false, true].map((isSecond) => this.record(view, index, isSecond, binned[view.axis], items, settings)),
    );
  }

  private record(
    { flipped }: CullView,
    view: number,
    isSecond: boolean,
    { across, down, rows, starts, list }: BinnedRows,
    items: GPUBuffer,
    { algorithm, touching }: CullSettings,
  ): RecordedPass {
    const { device, pool, pipelines, bits, fail, counts } = this;
    // CULLIDE: only what is fully visible in both passes of a view is pruned, so failures of the
    // first stay until the second.
    const isCullide = algorithm === 'cullide';
    const [isDone, isHidden] = isCullide ? [PRUNED, PRUNED] : isSecond ? [SECOND, FIRST] : [FIRST, SECOND];
    const bit = isCullide && !isSecond ? 0 : isDone;
    const clears = isCullide && !isSecond ? 0 : 1;
    const draw = [across, rowLength(this.scene.edgeCount), isDone, isHidden, +isSecond, +flipped, +touching, 0];
    const update = [this.scene.primitiveCount, isDone, isHidden, bit, clears];
    const uniform = (values: readonly number[]) => pool.put(Uint32Array.from(values), USAGE.uniform);
    return {
      view,
      pass: isSecond ? 'second' : 'first',
      draw: bindGroup(device, pipelines.pass, [uniform(draw), rows, starts, list, items, bits, fail]),
      update: bindGroup(device, pipelines.update, [uniform(update), bits, fail, counts]),
      across,
      down,
    };
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
    const { device, passes, bits, counts, readback } = this;
    const { primitiveCount } = this.scene;
    const encoder = device.createCommandEncoder();
    const slots = count * passes.length;
    for (let slot = 0; slot < slots; slot++) {
      encoder.clearBuffer(counts);
      this.encodePass(encoder, passes[slot % passes.length]);
      encoder.copyBufferToBuffer(counts, 0, readback, 4 * (primitiveCount + COUNTS * slot), 4 * COUNTS);
    }
    encoder.copyBufferToBuffer(bits, 0, readback, 0, 4 * primitiveCount);
    device.queue.submit([encoder.finish()]);
    await readback.mapAsync(1);
    const values = new Uint32Array(readback.getMappedRange()).slice();
    readback.unmap();
    return { bits: Uint8Array.from(values.subarray(0, primitiveCount)), counts: values.subarray(primitiveCount) };
  }

  private encodePass(encoder: GPUCommandEncoder, { draw, update, across, down }: RecordedPass): void {
    const { pipelines, scene } = this;
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipelines.pass);
    pass.setBindGroup(0, draw);
    pass.dispatchWorkgroups(across, down);
    pass.setPipeline(pipelines.update);
    pass.setBindGroup(0, update);
    pass.dispatchWorkgroups(Math.ceil(scene.primitiveCount / GROUP));
    pass.end();
  }

  /** Appends the passes of a round. Returns whether one of them changed anything. */
  private reportRound(counts: Uint32Array, round: number, done: CullPass[]): boolean {
    const { passes } = this;
    let isChanged = false;
    passes.forEach(({ view, pass }, k) => {
      const at = COUNTS * (round * passes.length + k);
      done.push({ view, pass, rendered: counts[at], tested: counts[at + 1], left: counts[at + 2] });
      if (counts[at + 3] > 0) isChanged = true;
    });
    return isChanged;
  }
}

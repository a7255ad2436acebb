// The compiled shaders of one GPU device, each made once.
import { BIN_SHADER, type PassKind, passShader, UPDATE_SHADER } from './webgpu-shaders.ts';

/** `GPUShaderStage.COMPUTE`; some versions of Node do not define these names. */
const COMPUTE = 4;

/**
 * The shaders of a run: `count`, `scan`, `scatter` and `order` bin items, `pass` and `update` cull.
 */
export type Pipelines = Readonly<
  Record<'count' | 'scan' | 'scatter' | 'order' | 'pass' | 'update', GPUComputePipeline>
>;

/** Compiles each shader once per device. */
export class PipelineCache {
  private readonly device: GPUDevice;
  private readonly made = new Map<string, Promise<GPUComputePipeline>>();
  private readonly binLayout: GPUPipelineLayout;

  constructor(device: GPUDevice) {
    this.device = device;
    // One layout for the four steps of binning: each uses only some of its buffers.
    const types = ['uniform', 'read-only-storage', 'storage', 'storage', 'storage'] as const;
    const entries = types.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } }));
    this.binLayout = device.createPipelineLayout({ bindGroupLayouts: [device.createBindGroupLayout({ entries })] });
  }

  /** The pipelines for passes of this kind. */
  async take(kind: PassKind): Promise<Pipelines> {
    const steps = ['count', 'scan', 'scatter', 'order'].map((step) => this.pipeline(BIN_SHADER, step, this.binLayout));
    const others = [passShader(kind), UPDATE_SHADER].map((code) => this.pipeline(code, 'main', 'auto'));
    const [count, scan, scatter, order, pass, update] = await Promise.all([...steps, ...others]);
    return { count, scan, scatter, order, pass, update };
  }

  private pipeline(code: string, entryPoint: string, layout: GPUPipelineLayout | 'auto'): Promise<GPUComputePipeline> {
    const key = entryPoint + code;
    const known = this.made.get(key);
    if (known) return known;
    const module = this.device.createShaderModule({ code });
    const pipeline = this.device.createComputePipelineAsync({ layout, compute: { module, entryPoint } });
    this.made.set(key, pipeline);
    return pipeline;
  }
}

// Measures the memory that reading a file takes. All buffers are counted where they are made, by
// their declared size: the system gives large ones without memory behind them, so that no figure of
// the process shows an allocation from an unverified count. What is still in use is measured
// after a collection, whenever 16 MB more have been allocated. Objects and texts are bounded by the
// heap of the worker that reads.
import v8 from 'node:v8';
import vm from 'node:vm';

/** The most memory that a small file may take. */
export const MAX_BYTES: number = 64 * 2 ** 20;
/** How often what is in use is measured. */
const SAMPLE_BYTES = 16 * 2 ** 20;
/** Bytes of a page of WebAssembly. */
const PAGE = 65_536;

const VIEWS = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
] as const;

/** Thrown in place of an allocation beyond the limit. */
export class MemoryExceeded extends Error {}

/** Counts the buffers that JavaScript makes between `begin` and `end`. */
export class AllocationMeter {
  private readonly collect: () => void;
  private readonly restore: (() => void)[] = [];
  private base = 0;
  private sinceSample = 0;
  private fault: MemoryExceeded | null = null;
  private isOn = false;

  constructor() {
    v8.setFlagsFromString('--expose-gc');
    this.collect = vm.runInNewContext('gc');
    const global = globalThis as unknown as Record<string, object>;
    for (const name of ['ArrayBuffer', 'SharedArrayBuffer']) this.watch(global, name, ([length]) => sizeOf(length, 1));
    for (const name of VIEWS) {
      const { BYTES_PER_ELEMENT } = global[name] as Float64ArrayConstructor;
      this.watch(global, name, ([first]) => sizeOf(first, BYTES_PER_ELEMENT));
    }
    const wasm = WebAssembly as unknown as Record<string, object>;
    this.watch(wasm, 'Memory', ([{ initial }]) => PAGE * initial);
    this.wrap(WebAssembly.Memory.prototype, 'grow', ([pages]) => PAGE * pages);
    for (const name of ['alloc', 'allocUnsafe', 'allocUnsafeSlow']) this.wrap(Buffer, name, ([size]) => size);
  }

  /** Starts to count. */
  begin(): void {
    this.isOn = true;
    this.fault = null;
    this.sinceSample = 0;
    this.base = Number.NaN;
  }

  /** Stops, and returns what was beyond the limit; null if nothing was. */
  end(): MemoryExceeded | null {
    this.isOn = false;
    return this.fault;
  }

  /** Puts the constructors back. */
  remove(): void {
    for (const restore of this.restore) restore();
  }

  private watch(owner: Record<string, object>, name: string, bytesOf: (args: never[]) => number): void {
    const original = owner[name] as new (...args: unknown[]) => object;
    const construct = (target: typeof original, args: unknown[], newTarget: typeof original): object => {
      this.count(bytesOf(args as never[]));
      return Reflect.construct(target, args, newTarget);
    };
    owner[name] = new Proxy(original, { construct });
    this.restore.push(() => {
      owner[name] = original;
    });
  }

  private wrap(owner: object, name: string, bytesOf: (args: never[]) => number): void {
    const methods = owner as Record<string, (...args: unknown[]) => unknown>;
    const original = methods[name];
    const { count } = this;
    const meter = this;
    methods[name] = function (this: unknown, ...args: unknown[]) {
      count.call(meter, bytesOf(args as never[]));
      return original.apply(this, args);
    };
    this.restore.push(() => {
      methods[name] = original;
    });
  }

  private count(bytes: number): void {
    if (!this.isOn || !(bytes > 0)) return;
    if (bytes > MAX_BYTES) this.fail(`an allocation of ${megabytes(bytes)} MB`);
    this.sinceSample += bytes;
    if (this.sinceSample <= SAMPLE_BYTES) return;
    this.sinceSample = 0;
    // What came before the first sample is small, and part of the base: the limit errs by 16 MB at most.
    const used = this.used();
    if (Number.isNaN(this.base)) this.base = used - SAMPLE_BYTES;
    if (used - this.base > MAX_BYTES) this.fail(`${megabytes(used - this.base)} MB in use`);
  }

  private used(): number {
    this.collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  }

  private fail(what: string): never {
    this.fault ??= new MemoryExceeded(what);
    throw this.fault;
  }
}

function sizeOf(first: unknown, bytesPerElement: number): number {
  if (typeof first === 'number') return first * bytesPerElement;
  if (first instanceof ArrayBuffer || first instanceof SharedArrayBuffer) return 0;
  const { length = 0 } = (first ?? {}) as { length?: number };
  return length * bytesPerElement;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 2 ** 20);
}

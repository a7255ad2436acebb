// Codecs: one description of a record both writes and reads it. Reading trusts nothing: every count
// is compared with the bytes that are left before memory is taken for it, and every value has the
// type of its codec. All numbers are little-endian, as in every machine that runs WebAssembly fast.

/** Thrown by a reader if the bytes are not what the codec writes. */
export class CodecFault extends Error {}

/** Collects bytes. */
export class CodecWriter {
  private bytes = new Uint8Array(1 << 12);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  /** Returns a copy of what was written. */
  take(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** Appends an integer below 2^32. */
  u32(value: number): void {
    const at = this.room(4);
    this.view.setUint32(at, value, true);
  }

  /** Appends a number. */
  f64(value: number): void {
    const at = this.room(8);
    this.view.setFloat64(at, value, true);
  }

  /** Appends bytes as they are. */
  raw(bytes: Uint8Array): void {
    const at = this.room(bytes.length);
    this.bytes.set(bytes, at);
  }

  private room(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.length, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, at));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }
}

/** Reads bytes. Throws `CodecFault` where there are too few of them. */
export class CodecReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** How many bytes are left. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Reads an integer below 2^32. */
  u32(): number {
    return this.view.getUint32(this.advance(4), true);
  }

  /** Reads a number. */
  f64(): number {
    return this.view.getFloat64(this.advance(8), true);
  }

  /** Returns a copy of the next bytes, in memory of its own. */
  raw(count: number): Uint8Array {
    const at = this.advance(count);
    return new Uint8Array(this.bytes.subarray(at, at + count));
  }

  private advance(count: number): number {
    if (count > this.left) throw new CodecFault(`${count} bytes are wanted, and ${this.left} are left`);
    const { at } = this;
    this.at += count;
    return at;
  }
}

/** Writes and reads values of one type. */
export interface Codec<T> {
  /** The least number of bytes of a value. */
  readonly least: number;
  /** Appends a value. */
  write(out: CodecWriter, value: T): void;
  /** Reads a value. Throws `CodecFault`. */
  read(from: CodecReader): T;
}

/** Returns the bytes of a value. */
export function encode<T>(codec: Codec<T>, value: T): Uint8Array {
  const out = new CodecWriter();
  codec.write(out, value);
  return out.take();
}

/** Returns the value of these bytes, all of them. Throws `CodecFault`. */
export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const from = new CodecReader(bytes);
  const value = codec.read(from);
  if (from.left > 0) throw new CodecFault(`${from.left} bytes are left over`);
  return value;
}

/** An integer below 2^32. */
export const u32: Codec<number> = {
  least: 4,
  write: (out, value) => out.u32(value),
  read: (from) => from.u32(),
};

/** A number; neither infinite nor NaN. */
export const f64: Codec<number> = {
  least: 8,
  write: (out, value) => out.f64(finite(value)),
  read: (from) => finite(from.f64()),
};

/** True or false. */
export const bool: Codec<boolean> = oneOf([false, true]);

/** Bytes. */
export const u8s: Codec<Uint8Array> = {
  least: 4,
  write: (out, value) => {
    out.u32(value.length);
    out.raw(value);
  },
  read: (from) => from.raw(from.u32()),
};

/** Integers below 2^32. */
export const u32s: Codec<Uint32Array> = {
  least: 4,
  write: (out, value) => writeColumn(out, value),
  read: (from) => new Uint32Array(readColumn(from, Uint32Array.BYTES_PER_ELEMENT)),
};

/** Numbers in single precision, which may be anything. */
export const f32s: Codec<Float32Array> = {
  least: 4,
  write: (out, value) => writeColumn(out, value),
  read: (from) => new Float32Array(readColumn(from, Float32Array.BYTES_PER_ELEMENT)),
};

/** Numbers, which may be anything. */
export const f64s: Codec<Float64Array> = {
  least: 4,
  write: (out, value) => writeColumn(out, value),
  read: (from) => new Float64Array(readColumn(from, Float64Array.BYTES_PER_ELEMENT)),
};

/** Text. */
export const text: Codec<string> = {
  least: 4,
  write: (out, value) => u8s.write(out, Buffer.from(value)),
  read: (from) => Buffer.from(u8s.read(from)).toString(),
};

/** One of a few values, as its index. */
export function oneOf<const T>(values: readonly T[]): Codec<T> {
  return {
    least: 4,
    write: (out, value) => out.u32(values.indexOf(value)),
    read: (from) => {
      const index = from.u32();
      if (index >= values.length) throw new CodecFault(`${index} is none of ${values.length} values`);
      return values[index];
    },
  };
}

/** A value or null. */
export function nullable<T>(codec: Codec<T>): Codec<T | null> {
  return {
    least: 4,
    write: (out, value) => {
      bool.write(out, value !== null);
      if (value !== null) codec.write(out, value);
    },
    read: (from) => (bool.read(from) ? codec.read(from) : null),
  };
}

/** A value or undefined. */
export function optional<T>(codec: Codec<T>): Codec<T | undefined> {
  const { least, write, read } = nullable(codec);
  return { least, write: (out, value) => write(out, value ?? null), read: (from) => read(from) ?? undefined };
}

/** Values of one type. */
export function list<T>(codec: Codec<T>): Codec<readonly T[]> {
  return {
    least: 4,
    write: (out, values) => {
      out.u32(values.length);
      for (const value of values) codec.write(out, value);
    },
    read: (from) => {
      const count = from.u32();
      if (count * codec.least > from.left) throw new CodecFault(`${count} entries do not fit into ${from.left} bytes`);
      return Array.from({ length: count }, () => codec.read(from));
    },
  };
}

/** A record with these fields, in this order. */
export function record<T extends object>(fields: { readonly [K in keyof T]-?: Codec<T[K]> }): Codec<T> {
  const entries = Object.entries(fields) as [keyof T & string, Codec<unknown>][];
  return {
    least: entries.reduce((sum, [, { least }]) => sum + least, 0),
    write: (out, value) => {
      for (const [name, codec] of entries) codec.write(out, value[name]);
    },
    read: (from) => Object.fromEntries(entries.map(([name, codec]) => [name, codec.read(from)])) as T,
  };
}

/** Three numbers. */
export const point: Codec<readonly [x: number, y: number, z: number]> = {
  least: 24,
  write: (out, value) => {
    for (const x of value) f64.write(out, x);
  },
  read: (from) => [f64.read(from), f64.read(from), f64.read(from)],
};

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new CodecFault(`${value} is no number`);
  return value;
}

function writeColumn(
  out: CodecWriter,
  { buffer, byteOffset, byteLength, length }: Uint32Array | Float32Array | Float64Array,
): void {
  out.u32(length);
  out.raw(new Uint8Array(buffer, byteOffset, byteLength));
}

/** Returns memory of its own, in which entries of any size are aligned. */
function readColumn(from: CodecReader, entryBytes: number): ArrayBuffer {
  return from.raw(entryBytes * from.u32()).buffer as ArrayBuffer;
}

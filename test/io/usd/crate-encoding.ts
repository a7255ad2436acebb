// Encodes the parts of a crate for tests: numbers, LZ4 blocks with matches, and integers as
// differences. Written from the description of the format, apart from the reader.

/** Bytes that grow. */
export class ByteSink {
  private bytes: Uint8Array<ArrayBuffer> = new Uint8Array(1024);
  private view: DataView = new DataView(this.bytes.buffer);
  /** The number of bytes so far. */
  size = 0;

  u8(value: number): void {
    const at = this.room(1);
    this.view.setUint8(at, value);
  }

  u16(value: number): void {
    const at = this.room(2);
    this.view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.room(4);
    this.view.setUint32(at, value, true);
  }

  u64(value: number): void {
    const at = this.room(8);
    this.view.setBigUint64(at, BigInt.asUintN(64, BigInt(value)), true);
  }

  f32(value: number): void {
    const at = this.room(4);
    this.view.setFloat32(at, value, true);
  }

  f64(value: number): void {
    const at = this.room(8);
    this.view.setFloat64(at, value, true);
  }

  append(bytes: Uint8Array): void {
    const at = this.room(bytes.length);
    this.bytes.set(bytes, at);
  }

  /** Overwrites 8 bytes that are there already. */
  patch64(at: number, value: number): void {
    this.view.setBigUint64(at, BigInt(value), true);
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.size);
  }

  private room(length: number): number {
    const at = this.size;
    this.size += length;
    if (this.size > this.bytes.length) {
      const grown = new Uint8Array(2 * this.size);
      grown.set(this.bytes);
      this.bytes = grown;
      this.view = new DataView(grown.buffer);
    }
    return at;
  }
}

/** Returns an LZ4 block: a match wherever the last 4 equal bytes are near enough. */
export function lz4Block(data: Uint8Array): Uint8Array {
  const out = new ByteSink();
  const seen = new Map<number, number>();
  let [at, literals] = [0, 0];
  const length = (value: number): void => {
    let rest = value - 15;
    for (; rest >= 255; rest -= 255) out.u8(255);
    if (rest >= 0) out.u8(rest);
  };
  const sequence = (matchLength: number, distance: number): void => {
    const count = at - literals;
    out.u8((Math.min(count, 15) << 4) | (distance === 0 ? 0 : Math.min(matchLength - 4, 15)));
    length(count);
    out.append(data.subarray(literals, at));
    if (distance === 0) return;
    out.u16(distance);
    length(matchLength - 4);
  };
  while (at + 12 < data.length) {
    const key = data[at] | (data[at + 1] << 8) | (data[at + 2] << 16) | (data[at + 3] << 24);
    const before = seen.get(key);
    seen.set(key, at);
    if (before === undefined || at - before > 65_535) {
      at++;
      continue;
    }
    let matchLength = 4;
    while (at + matchLength + 5 < data.length && data[at + matchLength] === data[before + matchLength]) matchLength++;
    sequence(matchLength, at - before);
    at += matchLength;
    literals = at;
  }
  at = data.length;
  sequence(0, 0);
  return out.toBytes();
}

/** Returns the one-chunk form of a block. */
export function compressed(data: Uint8Array): Uint8Array {
  const block = lz4Block(data);
  const out = new Uint8Array(block.length + 1);
  out.set(block, 1);
  return out;
}

/** Returns the form of a block with several chunks, each with its own length. */
export function compressedInChunks(data: Uint8Array, chunkSize: number): Uint8Array {
  const out = new ByteSink();
  out.u8(Math.ceil(data.length / chunkSize));
  for (let at = 0; at < data.length; at += chunkSize) {
    const block = lz4Block(data.subarray(at, at + chunkSize));
    out.u32(block.length);
    out.append(block);
  }
  return out.toBytes();
}

/** Returns integers as differences, with the length of the block before it. */
export function compressedIntegers(values: readonly number[], bits: 32 | 64 = 32): Uint8Array {
  const differences = values.map((value, i) => value - (i === 0 ? 0 : values[i - 1]));
  const counts = new Map<number, number>();
  for (const one of differences) counts.set(one, (counts.get(one) ?? 0) + 1);
  const common = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
  const codes = new Uint8Array(Math.ceil(values.length / 4));
  const data = new ByteSink();
  if (bits === 32) data.u32(common);
  else data.u64(common);
  const rest = new ByteSink();
  // Code 1, 2 and 3 stand for 1, 2 and 4 bytes, or for 2, 4 and 8.
  const widths = bits === 32 ? [1, 2, 4] : [2, 4, 8];
  differences.forEach((difference, i) => {
    if (difference === common) return;
    const fits = widths.findIndex((width) => Math.abs(difference) < 2 ** (8 * width - 1));
    const code = fits < 0 ? 2 : fits;
    codes[i >> 2] |= (code + 1) << (2 * (i & 3));
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setBigInt64(0, BigInt(difference), true);
    rest.append(new Uint8Array(bytes.buffer, 0, widths[code]));
  });
  data.append(codes);
  data.append(rest.toBytes());
  const block = compressed(data.toBytes());
  const out = new ByteSink();
  out.u64(block.length);
  out.append(block);
  return out.toBytes();
}

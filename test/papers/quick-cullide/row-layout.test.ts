// The row that devices read and the row that kernels write are the same layout.
import { expect, it } from 'vitest';
import { ItemRow, Plane } from '../../../src/core/wasm/visibility.generated.ts';
import { ROW, rowLength } from '../../../src/papers/quick-cullide/visibility-device.ts';

it('ROW names the fields of ItemRow', () => {
  const buffer = new ArrayBuffer(256);
  const ints = new Int32Array(buffer);
  const row = new ItemRow(
    {
      bytes: new Uint8Array(buffer),
      words: new Uint32Array(buffer),
      ints,
      floats: new Float32Array(buffer),
      doubles: new Float64Array(buffer),
    },
    0,
  );
  row.firstColumn = 1;
  row.lastColumn = 2;
  row.firstLine = 3;
  row.lastLine = 4;
  row.lowPerColumn = 5;
  row.lowPerLine = 6;
  row.lowOffset = 7;
  row.highPerColumn = 8;
  row.highPerLine = 9;
  row.highOffset = 10;
  row.nearest = 11;
  row.farthest = 12;
  expect([...ints.subarray(ROW.columns, ROW.columns + 2)]).toEqual([1, 2]);
  expect([...ints.subarray(ROW.lines, ROW.lines + 2)]).toEqual([3, 4]);
  expect([...ints.subarray(ROW.low, ROW.low + 3)]).toEqual([5, 6, 7]);
  expect([...ints.subarray(ROW.high, ROW.high + 3)]).toEqual([8, 9, 10]);
  expect([...ints.subarray(ROW.range, ROW.range + 2)]).toEqual([11, 12]);
  expect(4 * ROW.edges).toBe(ItemRow.BYTES);
  expect(4 * rowLength(6)).toBe(ItemRow.BYTES + 6 * Plane.BYTES);
});

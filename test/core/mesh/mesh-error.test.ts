import { expect, test } from 'vitest';
import { MeshError } from '../../../src/core/mesh/mesh-error.ts';

test('a mesh error is an Error that says what is wrong and where', () => {
  const error = new MeshError('repeated-vertex', 7, 'Face 7 repeats a vertex.');
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'MeshError', fault: 'repeated-vertex', at: 7 });
  expect(String(error)).toBe('MeshError: Face 7 repeats a vertex.');
});

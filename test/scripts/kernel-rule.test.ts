// The rule of kernels refuses long parameter lists, memory at fixed addresses and variables of a
// module.
import { expect, it } from 'vitest';
import { kernelViolations } from '../../scripts/kernel-rule.mjs';

const parameters = (count: number): string => Array.from({ length: count }, (_, i) => `p${i}: usize`).join(', ');

it.each([
  `export function run(${parameters(6)}): void {\n}`,
  `export class A {\n  static run(${parameters(6)}): i32 {\n  }\n}`,
  `export class A {\n  @inline static run(${parameters(9)}): i32 {\n  }\n}`,
  'export class A {\n  static readonly BYTES: usize = 16;\n}',
  'const BYTES: usize = 16;\nexport function run(a: usize): i32 {\n  let b = a;\n  return b;\n}',
])('allows %s', (text) => {
  expect(kernelViolations('a.ts', text)).toEqual([]);
});

it.each([
  `export function run(${parameters(7)}): void {\n}`,
  `export function run(\n  ${parameters(7).replaceAll(', ', ',\n  ')},\n): void {\n}`,
  `export class A {\n  static run(${parameters(7)}): i32 {\n  }\n}`,
  'const STACK: usize = memory.data(64, 16);',
  'let count: i32 = 0;',
  'export let count: i32 = 0;',
  'export class A {\n  static count: i32 = 0;\n}',
])('refuses %s', (text) => {
  expect(kernelViolations('a.ts', text)).toHaveLength(1);
});

// What JavaScript calls for cloth.
import { ContactRows } from './contact-rows';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

export function findRows(table: usize, list: usize, count: i32, first: u32, tolerance: f64, out: usize): i32 {
  return ContactRows.find(table, list, count, first, tolerance, out);
}

export function sweepRows(table: usize, active: usize, count: i32): f64 {
  return ContactRows.sweep(table, active, count);
}

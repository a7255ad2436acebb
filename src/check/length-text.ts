// Lengths for people: three digits, in a unit that fits.
import type { Unit } from './space.ts';

/** Metres per unit. */
const METRES: Readonly<Record<'mm' | 'cm' | 'm', number>> = { mm: 1e-3, cm: 1e-2, m: 1 };

const INCHES_PER_FOOT = 12;

/** Lengths from this many metres on are printed in the unit. */
const METRIC = [
  { from: 1, name: 'm', metres: 1 },
  { from: 1e-5, name: 'mm', metres: 1e-3 },
  { from: 0, name: 'µm', metres: 1e-6 },
] as const;

/**
 * Returns a length, given in the unit of the input, as text such as `10.0 mm`; without a unit, the
 * number alone.
 */
export function lengthText(length: number, unit: Unit | null): string {
  if (unit === null) return length === 0 ? '0' : digits(length);
  if (unit === 'in' || unit === 'ft') {
    const inches = unit === 'in' ? length : INCHES_PER_FOOT * length;
    return inches < INCHES_PER_FOOT ? `${digits(inches)} in` : `${digits(inches / INCHES_PER_FOOT)} ft`;
  }
  const metres = METRES[unit] * length;
  if (metres === 0) return '0 mm';
  const { name, metres: size } = METRIC.find(({ from }) => metres >= from) ?? METRIC[2];
  return `${digits(metres / size)} ${name}`;
}

/** Three significant digits; all digits before the point. */
function digits(value: number): string {
  return value >= 999.5 ? String(Math.round(value)) : value.toPrecision(3);
}

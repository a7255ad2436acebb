// Measurement for the benches: CPU time of this process, medians, growth.

/** CPU milliseconds of this process so far. */
export function cpuClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** CPU milliseconds of a call. */
export function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

/** The median; of an even number of values the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/**
 * The growth of a cost with a size: the least-squares slope through the logarithms of (size, cost).
 */
export function slopeOf(costs: readonly (readonly [number, number])[]): number {
  const x = costs.map(([size]) => Math.log(size));
  const y = costs.map(([, cost]) => Math.log(cost));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  return mean(x.map((value, i) => (value - mx) * (y[i] - my))) / mean(x.map((value) => (value - mx) ** 2));
}

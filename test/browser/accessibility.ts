// What axe-core finds wrong with a page, one line per fault.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe returns, as far as it is used here. */
interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Evaluated rather than added as an element, which the policy of the page would forbid.
  await page.evaluate(SOURCE);
  const { violations } = await page.evaluate(
    () => (globalThis as unknown as { axe: { run(): Promise<Found> } }).axe.run() as Promise<Found>,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

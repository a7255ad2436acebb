// Global set-up of vitest: provides the path of Chromium, and installs it first if that is possible
// and not forbidden; in CI there must be one.
import type { TestProject } from 'vitest/node';
import { installDebianPackage } from '../debian-package.ts';
import { findChromium } from './find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the program, or why there is none. */
    chromium: { readonly path: string } | { readonly missing: string };
  }
}

const MISSING = 'There is no browser on this machine: install Chromium or Chrome, or set CHROMIUM_PATH.';

export default function provideChromium({ provide }: TestProject): void {
  const path = findChromium() ?? installedChromium();
  provide('chromium', path === undefined ? { missing: MISSING } : { path });
  if (path !== undefined) return;
  if (process.env.CI) throw new Error(MISSING);
  console.warn(`Browser tests are skipped. ${MISSING}`);
}

function installedChromium(): string | undefined {
  if (process.env.NO_BROWSER_INSTALL) return undefined;
  console.log('Browser tests: there is no browser; NO_BROWSER_INSTALL=1 forbids to install Chromium.');
  installDebianPackage('chromium');
  return findChromium();
}

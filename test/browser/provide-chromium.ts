// Global set-up of vitest: provides the path of Chromium, and installs it first if that is possible
// and not forbidden; in CI there must be one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
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
  const isDebian = process.platform === 'linux' && existsSync('/etc/debian_version');
  if (!isDebian || process.getuid?.() !== 0 || process.env.NO_BROWSER_INSTALL) return undefined;
  console.log('Browser tests: installing Chromium (NO_BROWSER_INSTALL=1 forbids it)…');
  const install = ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '--no-install-recommends', 'chromium'];
  if (!aptGet(install) && aptGet(['update'])) aptGet(install);
  return findChromium();
}

function aptGet(args: readonly string[]): boolean {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

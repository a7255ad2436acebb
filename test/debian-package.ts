// Programs that tests need and that Debian has: installed by a test's set-up where that is possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs a package, if this is Debian, and root runs the tests. */
export function installDebianPackage(name: string): void {
  const isDebian = process.platform === 'linux' && existsSync('/etc/debian_version');
  if (!isDebian || process.getuid?.() !== 0) return;
  const install = ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '--no-install-recommends', name];
  if (!aptGet(install) && aptGet(['update'])) aptGet(install);
}

function aptGet(args: readonly string[]): boolean {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

// `graze view`: the viewer in the browser, served to this computer only.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { framesAmong, openSequence, refuseStill } from '../check/sequence.ts';
import { UsageError } from '../check/usage-error.ts';
import { diskFiles } from './disk-files.ts';
import { expandPatterns } from './frame-patterns.ts';
import { viewServer } from './view-server.ts';

/** The options of the command. */
export interface ViewArguments {
  /** The port; 0 selects any free one. */
  readonly port: number;
  /** Whether to open the browser. */
  readonly open: boolean;
}

/** The loopback address: other computers cannot reach the server. */
const HOST = '127.0.0.1';
const PAGE = fileURLToPath(new URL('../viewer', import.meta.url));

/**
 * Starts the server and returns when it listens; it runs until the process ends. Rejects with
 * `UsageError`.
 */
export async function view(inputs: readonly string[], { port, open }: ViewArguments): Promise<void> {
  const files = expandPatterns(inputs);
  // Faults of the files are reported here rather than in the browser.
  if (files.length > 0) refuseStill(await openSequence({ inputs: [{ files: framesAmong(files) }] }, diskFiles));
  if (!existsSync(PAGE)) throw new UsageError('the viewer is not built; run npm run build.');
  const server = viewServer(PAGE, files);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portFault(port, error)));
    server.listen(port, HOST, resolve);
  });
  const address = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
  process.stdout.write(`The viewer is at ${address} until Ctrl-C ends it.\n`);
  if (open) openBrowser(address);
}

function portFault(port: number, error: Error): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EADDRINUSE: 'another program uses it; choose another, or leave --port out',
    EACCES: 'no permission; choose one from 1024 on, or leave --port out',
  };
  return new UsageError(`port ${port}: ${(code && reasons[code]) ?? error.message}.`);
}

/** Opens the browser. A failure is ignored, because the address is printed too. */
function openBrowser(address: string): void {
  const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    darwin: ['open', address],
    win32: ['cmd', '/c', 'start', '""', address],
  };
  const [command, ...args] = openers[process.platform] ?? ['xdg-open', address];
  const opener = spawn(command, args, { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}

// A Redis server of a test, on a free port of this machine.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { installDebianPackage } from '../../debian-package.ts';

/** Whether there is a Redis server; it is installed if that is possible. In CI there must be one. */
export function hasRedis(): boolean {
  if (isThere()) return true;
  installDebianPackage('redis-server');
  if (isThere()) return true;
  const missing = 'There is no redis-server on this machine; install it to test queues.';
  if (process.env.CI) throw new Error(missing);
  console.warn(`Tests of queues are skipped. ${missing}`);
  return false;
}

function isThere(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** A server that runs. */
export class RedisServer {
  /** The port. */
  readonly port: number;
  private readonly process: ChildProcess;

  private constructor(port: number, process: ChildProcess) {
    this.port = port;
    this.process = process;
  }

  /** Starts a server that keeps nothing on disk. */
  static async start(password?: string): Promise<RedisServer> {
    const port = await freePort();
    const options = [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--daemonize',
      'no',
    ];
    const secret = password === undefined ? [] : ['--requirepass', password];
    const server = spawn('redis-server', [...options, ...secret], { stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise<void>((resolve, reject) => {
      server.stdout?.on('data', (text) => {
        if (`${text}`.includes('eady to accept connections')) resolve();
      });
      server.on('exit', () => reject(new Error('redis-server has ended.')));
    });
    return new RedisServer(port, server);
  }

  /** The address of one of its 16 databases. */
  url(database = 0, credentials = ''): string {
    return `redis://${credentials}127.0.0.1:${this.port}/${database}`;
  }

  /** Ends the server. */
  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.on('exit', resolve));
    this.process.kill('SIGKILL');
    await ended;
  }
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

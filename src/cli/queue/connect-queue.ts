// The connection to the Redis server behind a queue. The packages that speak to it are installed by
// those who use a queue. Credentials in the address are never printed.
import type { Redis } from 'ioredis';
import { UsageError } from '../../check/usage-error.ts';

/** How long to wait for the server, in milliseconds. */
const CONNECT_MS = 5000;

/** How often, and in which interval in milliseconds, a connection that is lost is tried again. */
const RETRY = { most: 10, ms: 500 };

/** A connection to a server. */
export interface QueueConnection {
  /** The client. */
  readonly redis: Redis;
  /** The packages. */
  readonly bullmq: typeof import('bullmq');
  /** The address without credentials. */
  readonly address: string;
  /** Rejects with `UsageError` once the server has gone away for good. */
  readonly gone: Promise<never>;
  /** Closes the connection. */
  close(): void;
}

/** Connects to a server. Rejects with `UsageError`. */
export async function connectQueue(url: string): Promise<QueueConnection> {
  const address = addressOf(url);
  const { bullmq, Redis } = await loadPackages();
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: () => null,
  });
  let fault = '';
  redis.on('error', (error: Error) => {
    fault = error.message;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw new UsageError(`${address}: ${faultOf(fault || (error as Error).message)}`);
  }
  const copies = copiesOf(redis);
  let isClosed = false;
  redis.options.retryStrategy = (times) => (times > RETRY.most ? null : RETRY.ms);
  const gone = new Promise<never>((_, reject) => {
    redis.on('end', () => {
      if (!isClosed) reject(new UsageError(`${address}: the queue has gone away; what is done is kept: run it again.`));
    });
  });
  // It is raced with other promises, and may reject after them.
  gone.catch(() => {});
  const close = (): void => {
    isClosed = true;
    for (const client of [redis, ...copies]) client.disconnect();
  };
  return { redis, bullmq, address, gone, close };
}

/**
 * The clients that BullMQ makes from this one, as it makes them. Their errors are those of this one,
 * which tells them; unheard, they would be printed.
 */
function copiesOf(redis: Redis): readonly Redis[] {
  const copies: Redis[] = [];
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => {
    const copy = duplicate(override);
    copy.on('error', () => {});
    copies.push(copy);
    return copy;
  };
  return copies;
}

/** The address without user, password and options. Throws `UsageError` without printing it. */
function addressOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === 'redis:' || parsed?.protocol === 'rediss:')
    return `${parsed.protocol}//${parsed.host || 'localhost'}${parsed.pathname}`;
  throw new UsageError('--queue: it is the address of a Redis server, such as redis://HOST:6379.');
}

async function loadPackages(): Promise<{ bullmq: typeof import('bullmq'); Redis: typeof Redis }> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis: ioredis.Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('A queue needs two packages that graze does not install: npm install bullmq ioredis.');
  }
}

function faultOf(message: string): string {
  if (/NOAUTH/.test(message)) return 'it asks for a password; write redis://:PASSWORD@HOST:PORT.';
  if (/WRONGPASS|invalid password|without any password configured/.test(message))
    return 'it refuses the user or the password in the address.';
  if (/ECONNREFUSED/.test(message)) return 'nothing answers there; start redis-server, or check the address.';
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return 'there is no such host; check the address.';
  if (/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(message)) return 'it cannot be reached; check address and network.';
  return `it is no Redis server that graze can use (${message}).`;
}

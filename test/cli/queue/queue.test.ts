// A check by a queue has the bytes of a single run, whatever becomes of its workers.
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nBody } from '../../../scenes/n-body.ts';
import { JOB_QUEUE } from '../../../src/cli/queue/queue-job.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { writePc2 } from '../../../src/io.ts';
import { Folder, fault, graze, plyOf } from '../command.ts';
import { freePort, hasRedis, RedisServer } from './redis-server.ts';
import { Command, type Ended, startWorker } from './worker-process.ts';

const FRAMES = 65;
const RANGES = 4;
const ROUNDS = 10;
/** Rounds run side by side on databases of their own: most of a round is waiting. */
const LANES = 3;
const LOCK = ['--lock', '1.5'];
const folder = new Folder();

function sequence(inside: string): string[] {
  mkdirSync(folder.at(inside), { recursive: true });
  const { mesh, positions } = nBody({ scale: 0.05 });
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    const out = new Float64Array(3 * mesh.vertexCount);
    positions(i, out);
    return out;
  });
  return [
    folder.put(`${inside}/balls.ply`, plyOf(mesh, frames[0])),
    folder.put(`${inside}/balls.pc2`, writePc2(frames)),
  ];
}

const OUTPUTS = ['json', 'csv', 'report', 'contacts'] as const;
const outputsOf = (name: string): string[] =>
  OUTPUTS.flatMap((option) => [`--${option}`, folder.at(`${name}.${option}`)]);
const textsOf = (name: string): string[] => OUTPUTS.map((option) => folder.text(`${name}.${option}`));
const timesOf = (path: string): number[] => readdirSync(path).map((name) => statSync(join(path, name)).mtimeMs);

function clientOf(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  // The server may end before the client does.
  redis.on('error', () => {});
  return redis;
}

describe.skipIf(!hasRedis())('a queue', () => {
  const running: Command[] = [];
  const files = sequence('files');
  let server: RedisServer;
  let expected: string[] = [];
  let stdout = '';

  beforeAll(async () => {
    server = await RedisServer.start();
    ({ stdout } = graze('check', ...files, ...outputsOf('single')));
    expected = textsOf('single');
  });

  afterAll(async () => {
    for (const command of running) command.kill();
    await server.stop();
  });

  const work = async (database: number, ...options: readonly string[]): Promise<Command> => {
    const worker = await startWorker(server.url(database), ...options);
    running.push(worker);
    return worker;
  };
  const submit = (name: string, database: number, ...options: readonly string[]): Command => {
    const queue = ['--queue', server.url(database), '--blob', folder.at(`${name}.blobs`)];
    const command = new Command('check', ...files, ...queue, ...outputsOf(name), ...options);
    running.push(command);
    return command;
  };
  const expectSame = ({ status, stdout: printed, stderr }: Ended, name: string): void => {
    // There may be lines of progress.
    expect([status, printed]).toEqual([1, stdout]);
    expect(stderr).not.toContain('graze:');
    expect(textsOf(name).map((text, i) => text === expected[i])).toEqual(OUTPUTS.map(() => true));
  };

  it('whose workers are killed at random moments gives the bytes of a single run', async () => {
    const random = seededRandom(31);
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random.between(0, 900)));
    const lane = async (database: number): Promise<void> => {
      const survivor = await work(database, ...LOCK);
      for (let round = database; round < ROUNDS; round += LANES) {
        const victims = await Promise.all([work(database, ...LOCK), work(database, ...LOCK)]);
        const check = submit(`round${round}`, database);
        for (const victim of victims) void pause().then(() => victim.kill());
        expectSame(await check.ended, `round${round}`);
        for (const victim of victims) expect((await victim.ended).status).toBe(null);
      }
      survivor.kill();
    };
    await Promise.all(Array.from({ length: LANES }, (_, database) => lane(database)));
    const left = Array.from({ length: ROUNDS }, (_, round) => readdirSync(folder.at(`round${round}.blobs`)));
    expect(left.every((names) => names.filter((name) => name.endsWith('.blob')).length === RANGES)).toBe(true);
  }, 600_000);

  it('does no work twice for two submissions, and a third one needs no worker', async () => {
    const redis = clientOf(server.url(4));
    const events = new QueueEvents(JOB_QUEUE, { connection: redis });
    await events.waitUntilReady();
    const steps = new Map<string, number[]>();
    events.on('progress', ({ jobId, data }) => steps.set(jobId, [...(steps.get(jobId) ?? []), Number(data)]));
    const checks = [submit('twice', 4), submit('twice', 4, '--csv', folder.at('other.csv'))];
    const worker = await work(4, '--threads', '2');
    for (const { ended } of checks) expect((await ended).status).toBe(1);
    worker.kill();
    expect(textsOf('twice')).toEqual(expected);
    expect(steps.size).toBe(RANGES);
    for (const done of steps.values()) expect(done).toEqual(Array.from(done, (_, i) => i + 1));
    expect([...steps.values()].flat()).toHaveLength(FRAMES - 1);
    await events.close();
    redis.disconnect();
    const before = timesOf(folder.at('twice.blobs'));
    expectSame(await submit('twice', 4).ended, 'twice');
    expect(timesOf(folder.at('twice.blobs'))).toEqual(before);
  });

  it('is left by a worker of another version, and by one without the files', async () => {
    const redis = clientOf(server.url(5));
    const queue = new Queue(JOB_QUEUE, { connection: redis });
    queue.on('error', () => {});
    await queue.add('strange', { version: '9.9.9', job: '' }, { jobId: 'strange' });
    const worker = await work(5);
    await worker.printed('refused jobs of graze 9.9.9; this is ');
    expect(await (await queue.getJob('strange'))?.getState()).toBe('delayed');
    worker.kill();
    await queue.remove('strange');

    const moved = sequence('moved');
    const results = folder.at('moved.blobs');
    // One job: it is the one that all workers get.
    const check = new Command('check', ...moved, '--frames', '0-9', '--queue', server.url(5), '--blob', results);
    running.push(check);
    while ((await queue.count()) < 1) await new Promise((resolve) => setTimeout(resolve, 20));
    renameSync(folder.at('moved'), folder.at('away'));
    for (let attempt = 1; attempt <= 3; attempt++) {
      const blind = new Command('work', '--queue', server.url(5));
      running.push(blind);
      const { status, stderr } = await blind.ended;
      expect(status).toBe(2);
      expect(stderr).toMatch(
        /\ngraze: [^\n]*balls.ply: there is no such file; work where all files of a check are seen\.\n$/,
      );
    }
    const { status, stdout: printed, stderr } = await check.ended;
    expect([status, printed]).toEqual([2, '']);
    expect(stderr).toMatch(
      /(^|\n)graze: the steps from frame \d+ to \d+: they failed 3 times, the last time so: [^\n]*balls.ply: there is no such file\n$/,
    );
    expect(readdirSync(results)).toEqual([]);
    await queue.close();
    redis.disconnect();
  });

  it('tells the fault of the check itself as a single run does', async () => {
    const worker = await work(6);
    const { status, stderr } = await submit('limited', 6, '--max-tests', '1').ended;
    worker.kill();
    expect(status).toBe(2);
    expect(stderr.endsWith(graze('check', ...files, '--max-tests', '1').stderr)).toBe(true);
    expect(existsSync(folder.at('limited.json'))).toBe(false);
  });

  it('that goes away ends the check and the worker with a line', async () => {
    const mortal = await RedisServer.start();
    const idle = await startWorker(mortal.url(7));
    const check = new Command('check', ...files, '--queue', mortal.url(), '--blob', folder.at('gone.blobs'));
    running.push(check, idle);
    const redis = clientOf(mortal.url());
    const queue = new Queue(JOB_QUEUE, { connection: redis });
    queue.on('error', () => {});
    while ((await queue.count()) < RANGES) await new Promise((resolve) => setTimeout(resolve, 20));
    await queue.close();
    redis.disconnect();
    await mortal.stop();
    const line = /graze: redis:\/\/127.0.0.1:\d+\/\d: the queue has gone away; what is done is kept: run it again\.\n$/;
    for (const { ended } of [check, idle]) {
      const { status, stderr } = await ended;
      expect(status).toBe(2);
      expect(stderr).toMatch(line);
    }
  });

  it('that asks for a password is told so, and no password is printed', async () => {
    const guarded = await RedisServer.start('opensesame');
    const faultAt = (url: string): string => fault('check', ...files, '--queue', url, '--blob', folder.at('no.blobs'));
    try {
      expect(faultAt(guarded.url())).toMatch(/^redis:\/\/127.0.0.1:\d+\/0: it asks for a password; write /);
      const wrong = faultAt(guarded.url(0, ':wrongsesame@'));
      expect(wrong).toMatch(/^redis:\/\/127.0.0.1:\d+\/0: it refuses the user or the password in the address\.$/);
      const worker = await startWorker(guarded.url(0, ':opensesame@'), '--idle', '0.1');
      const { status, stderr } = await worker.ended;
      expect(status).toBe(0);
      expect(stderr).not.toContain('sesame');
    } finally {
      await guarded.stop();
    }
    expect(faultAt('postgres://me:opensesame@host/')).toMatch(
      /^--queue: it is the address of a Redis server, such as /,
    );
    expect(faultAt('opensesame')).not.toContain('sesame');
    expect(existsSync(folder.at('no.blobs')) ? readdirSync(folder.at('no.blobs')) : []).toEqual([]);
  });
});

it('a queue that is not there is told in one line', async () => {
  const url = `redis://127.0.0.1:${await freePort()}`;
  const files = sequence('lonely');
  const line = `${url}: nothing answers there; start redis-server, or check the address.`;
  expect(fault('check', ...files, '--queue', url, '--blob', folder.at('lonely.blobs'))).toBe(line);
  expect(fault('work', '--queue', url)).toBe(line);
});

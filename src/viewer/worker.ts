// The worker of the viewer: it reads or simulates frames and detects collisions, so that the page
// stays responsive. It answers one request after the other; the page sends the next one when it has
// the answer, and so drops outdated requests. A request in progress can be ended.
import { clothScenes } from '../../scenes/cloth/index.ts';
import { scenes } from '../../scenes/index.ts';
import { UsageError } from '../check/usage-error.ts';
import type { Answer, CancelRequest, Opened, Request } from './protocol.ts';
import { StepChecker } from './step-checker.ts';
import { openSource } from './step-source.ts';

/** The number of frames that the first view of a sequence is fitted to. */
const SAMPLED_FRAMES = 5;

let checker: StepChecker | undefined;
/** Ends the request in progress. */
let current: AbortController | undefined;

function send(answer: Answer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}

function withoutFolder(path: string): string {
  return path.replace(/^.*[\\/]/, '');
}

async function opened(checker: StepChecker): Promise<Opened> {
  const { source } = checker;
  const { title, frameCount, paths, droppedFaces, notes, up, unit } = source;
  const sampled = Array.from({ length: SAMPLED_FRAMES }, (_, i) =>
    Math.round((i * (frameCount - 1)) / (SAMPLED_FRAMES - 1)),
  );
  const dropped = droppedFaces > 0 ? [`${droppedFaces} faces that name a vertex twice are left out.`] : [];
  return {
    title: withoutFolder(title),
    frameNames: Array.from({ length: frameCount }, (_, i) => withoutFolder(source.nameOf(i))),
    notes: [`${paths[0].toUpperCase()}${paths.slice(1)}.`, ...notes, ...dropped],
    up,
    unit,
    isSimulated: source.simulate !== undefined,
    origin: checker.origin,
    ...(await checker.box([...new Set(sampled)])),
  };
}

async function answer(request: Request, signal: AbortSignal): Promise<Answer> {
  const { type, number } = request;
  if (type === 'open') {
    const next = await StepChecker.of(await openSource(request.source));
    const about = await opened(next);
    // If anything has failed before this line, the previous source stays open.
    checker = next;
    return { type: 'opened', number, opened: about };
  }
  if (checker === undefined) throw new Error('Nothing is open.');
  if (type === 'simulate') {
    const { source } = checker;
    if (source.simulate === undefined) throw new Error(`${source.title} is not a simulation.`);
    return { type: 'simulated', number, simulated: source.simulate() };
  }
  if (type === 'clash') return { type: 'clashed', number, clashed: await checker.clashes.check(request.step) };
  if (type === 'link') return { type: 'linked', number, linked: checker.clashes.link() };
  if (type === 'refine')
    return { type: 'refined', number, refined: { request, clash: await checker.clashes.refine(request) } };
  if (type === 'cull') return { type: 'culled', number, culled: await checker.cull(request.step) };
  if (type === 'query')
    return { type: 'queried', number, queried: await checker.query(request.step, request.resolution, signal) };
  if (request.isShown) {
    const placed = await checker.place(request.step);
    const { triangles, edges, objectOf, partOfFace } = placed.model ?? {};
    const columns = [placed.x0, placed.x1, triangles, edges, objectOf, partOfFace];
    const buffers = columns.flatMap((column) => column?.buffer ?? []);
    send({ type: 'placed', number, placed }, buffers as ArrayBuffer[]);
  }
  return { type: 'checked', number, checked: await checker.check(request, signal) };
}

self.onmessage = async ({ data }: MessageEvent<Request | CancelRequest>): Promise<void> => {
  if (data.type === 'cancel') {
    current?.abort();
    return;
  }
  current = new AbortController();
  const { signal } = current;
  try {
    send(await answer(data, signal));
  } catch (error) {
    if (error === signal.reason) {
      send({ type: 'cancelled', request: data.type });
      return;
    }
    if (!(error instanceof UsageError)) console.error(error);
    if (data.type === 'open') checker?.forgetModel();
    const message = error instanceof Error ? error.message : String(error);
    send({ type: 'failed', number: data.number, step: 'step' in data ? data.step : null, message });
  }
};

send({ type: 'ready', scenes: Object.keys(scenes), simulations: Object.keys(clothScenes) });

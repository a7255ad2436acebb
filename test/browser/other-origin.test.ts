// A page of another origin, open in the same browser as the viewer, can neither read what the
// server has nor stop it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { ballFrames, Folder, plyOf } from '../cli/command.ts';
import { startView, type ViewProcess } from '../cli/view-process.ts';
import { browserTest, REBOUND } from './browser-test.ts';

const folder = new Folder();
const { mesh, frames } = ballFrames([0.2, 0.8]);
const files = frames.map((frame, i) => folder.put(`f${i}.ply`, plyOf(mesh, frame)));
const PAGE = '<!doctype html><title>another origin</title><body></body>';

let view: ViewProcess;
let other: Server;
beforeAll(async () => {
  view = await startView(...files);
  other = await serve();
});
afterAll(() => {
  view.process.kill();
  other.close();
});

/** What the page at `other` gets of an address of the viewer, way by way; '' is nothing. */
function attack(page: Page, url: string): Promise<Record<string, string>> {
  return page.evaluate(async (address) => {
    const fetched = (options: RequestInit): Promise<string> =>
      fetch(address, options).then(
        async (response) => `${response.type} ${response.status} ${await response.text()}`,
        () => '',
      );
    const loaded = (tag: 'img' | 'script' | 'link' | 'video'): Promise<string> =>
      new Promise((resolve) => {
        const element = document.createElement(tag);
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('');
        if (element instanceof HTMLLinkElement) Object.assign(element, { rel: 'stylesheet', href: address });
        else element.src = address;
        document.body.append(element);
      });
    const connected = (): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(address.replace('http', 'ws'));
        socket.onopen = () => resolve('open');
        socket.onmessage = () => resolve('message');
        socket.onerror = () => resolve('');
      });
    const streamed = (): Promise<string> =>
      new Promise((resolve) => {
        const source = new EventSource(address);
        const end = (found: string) => () => {
          source.close();
          resolve(found);
        };
        source.onopen = end('open');
        source.onerror = end('');
      });
    navigator.sendBeacon(address, 'x'.repeat(1000));
    return {
      cors: await fetched({}),
      'no-cors': await fetched({ mode: 'no-cors' }),
      credentials: await fetched({ mode: 'cors', credentials: 'include' }),
      post: await fetched({ mode: 'no-cors', method: 'POST', body: 'x' }),
      delete: await fetched({ method: 'DELETE' }),
      header: await fetched({ headers: { 'X-Header': 'x' } }),
      img: await loaded('img'),
      script: await loaded('script'),
      style: await loaded('link'),
      video: await loaded('video'),
      socket: await connected(),
      events: await streamed(),
    };
  }, url);
}

/** The viewer still serves its page and its files. */
async function expectAlive(): Promise<void> {
  expect(view.process.exitCode).toBeNull();
  expect((await fetch(view.address)).status).toBe(200);
  expect(await (await fetch(`${view.address}files.json`)).json()).toEqual(files);
}

browserTest('a page of another origin gets nothing and stops nothing', async ({ pages }) => {
  const page = await pages.open(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  for (const path of ['', 'files.json', 'files/0', '/', '%', 'licences.txt']) {
    const got = await attack(page, view.address + path);
    expect(Object.keys(got).length).toBe(12);
    expect(got, path).toEqual(Object.fromEntries(Object.keys(got).map((way) => [way, ''])));
  }
  await expectAlive();
  // The browser tells of every refusal on the console.
  expect(pages.faults.length).toBeGreaterThan(0);
  pages.faults.length = 0;
});

browserTest('nor does a frame, or a window that the page opens', async ({ pages }) => {
  const page = await pages.open(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  await page.evaluate(
    (address) =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.onload = resolve;
        frame.src = address;
        document.body.append(frame);
      }),
    view.address,
  );
  expect(page.frames().map((frame) => frame.url())).toEqual([page.url(), 'chrome-error://chromewebdata/']);
  const opening = page.waitForEvent('popup');
  const opened = await page.evaluateHandle((address) => window.open(address), view.address);
  const popup = await opening;
  await popup.waitForURL(view.address);
  // The viewer is in a group of its own: the page has lost the window.
  expect(await opened.evaluate((handle) => [handle?.closed, handle?.length])).toEqual([true, 0]);
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  await popup.close();
  await expectAlive();
  pages.faults.length = 0;
});

browserTest('nor does a page whose host name has come to mean this computer', async ({ pages }) => {
  // A page of a hostile server, whose name then leads here, to the same port: the viewer is of the
  // page's own origin now.
  const hostile = await serve();
  const { port } = hostile.address() as AddressInfo;
  const page = await pages.open(`http://${REBOUND}:${port}/`);
  hostile.closeAllConnections();
  await new Promise((resolve) => hostile.close(resolve));
  const rebound = await startView('--port', String(port), ...files);
  for (const path of ['', 'files.json', 'files/0', 'licences.txt', '/']) {
    const got = await page.evaluate(async (url) => {
      const response = await fetch(url);
      return [response.type, response.status, await response.text()];
    }, `http://${REBOUND}:${port}/${path}`);
    expect(got, path).toEqual(['basic', 403, '']);
  }
  expect((await fetch(rebound.address)).status).toBe(200);
  rebound.process.kill();
  pages.faults.length = 0;
});

/** A server of the page on any port. */
async function serve(): Promise<Server> {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(PAGE));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

// The viewer in a browser, served by the built command line, and how a test uses it.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startView, type ViewProcess } from '../cli/view-process.ts';
import type { Pages } from './browser-test.ts';

/** A scene that is quick to open. */
export const SCENE = 'scene=waving-cloth&detail=0.02';

let view: ViewProcess;

/** For all tests of a file. */
export function serveViewer(): void {
  beforeAll(async () => {
    view = await startView();
  });
  afterAll(() => view.process.kill());
}

/** Opens the viewer at the tab of steps and settings. */
export async function open(pages: Pages, hash: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await openAtClashes(pages, hash, options);
  await page.click('#tab-found');
  return page;
}

/** Opens the viewer as it opens by itself: at the list of clashes. */
export async function openAtClashes(pages: Pages, hash: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await pages.open(`${view.address}#${hash}`, options);
  await settled(page);
  return page;
}

/** Opens the viewer at an address of files, which it asks for. */
export async function openAtAddressOfFiles(pages: Pages, hash: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await pages.open(`${view.address}${hash}`, options);
  await page.waitForFunction(() => document.getElementById('message')?.textContent?.includes('drop them here'));
  return page;
}

/** Waits until the requested step is shown with its contacts. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('main[aria-busy="false"]');
}

export async function drop(page: Page, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  const encoded = files.map(({ name, bytes }) => ({ name, text: Buffer.from(bytes).toString('base64') }));
  const dataTransfer = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given)
      transfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    return transfer;
  }, encoded);
  await page.dispatchEvent('#view', 'drop', { dataTransfer });
  await settled(page);
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).selectOption(option);
  await settled(page);
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await settled(page);
}

/** The numbers beside the model; null for missing ones. */
export async function facts(page: Page): Promise<{ step: string | null; contacts: string | null; vf: string | null }> {
  const fact = async (name: string) => {
    const found = page.locator(`#step-facts [aria-label="${name}"]`);
    return (await found.count()) === 0 ? null : found.textContent();
  };
  return {
    step: await page.textContent('#step-title'),
    contacts: await fact('Contacts'),
    vf: await fact('vertex–face'),
  };
}

/** Elementary tests run in the step, from the chart of the stages. */
export async function testsRun(page: Page): Promise<number> {
  const text = await page.locator('.chart li', { hasText: 'Elementary tests' }).locator('.numbers').textContent();
  return Number(text?.split('→')[0].replaceAll(',', ''));
}

/** Faces of the step's mesh, from the same chart. */
export async function faceCount(page: Page): Promise<number> {
  const text = await page.locator('.chart li').first().locator('.numbers').textContent();
  return Number(text?.split('→')[0].replaceAll(',', ''));
}

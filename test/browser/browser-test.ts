// `browserTest` is `test` with pages of a real browser, one browser per file. A page fails its test
// on what a visitor's console would show: errors, uncaught exceptions, and requests to anywhere but
// the page's own server; a page from disk may request nothing but itself.
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';

export interface Pages {
  /**
   * A page in a profile of its own, when it has loaded; `options` are a viewport, a colour scheme,
   * …
   */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** The faults of all pages so far; a test that expects a fault removes it. */
  readonly faults: string[];
}

/** The timeout in milliseconds, on a machine that runs all other tests at the same time. */
const TIMEOUT = 60_000;
/** Neither a display nor a GPU is needed: WebGL and WebGPU run on the CPU. */
const GRAPHICS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--enable-unsafe-webgpu'];

/** A host name that the browser takes for this computer, as a hostile name server would make it. */
export const REBOUND = 'rebound.example';

let launched: Promise<Browser> | undefined;
afterAll(async () => (await launched)?.close());

/** Without a browser the tests are skipped, with the reason. */
export const browserTest = test.extend<{ pages: Pages }>({
  pages: async ({ skip }, use) => {
    const found = inject('chromium');
    if ('missing' in found) return skip(found.missing);
    // The pages are our own, and neither root nor most containers support the sandbox.
    launched ??= chromium.launch({
      executablePath: found.path,
      args: [...GRAPHICS, `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`],
      chromiumSandbox: false,
      timeout: TIMEOUT,
    });
    const browser = await launched;
    const opened: Page[] = [];
    const faults: string[] = [];
    await use({
      faults,
      open: async (url, options) => {
        const page = await browser.newPage(options);
        opened.push(page);
        page.setDefaultTimeout(TIMEOUT);
        listen(page, url, faults);
        await page.goto(url);
        return page;
      },
    });
    for (const page of opened) await page.close();
    expect(faults, 'faults of the page').toEqual([]);
  },
});

function listen(page: Page, url: string, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!isAtHome(request, url)) faults.push(`request: ${request.url()}`);
  });
}

function isAtHome(request: Request, home: string): boolean {
  const url = new URL(request.url());
  if (url.protocol === 'data:' || url.protocol === 'blob:') return true;
  const { origin, protocol, pathname } = new URL(home);
  return protocol === 'file:' ? url.protocol === protocol && url.pathname === pathname : url.origin === origin;
}

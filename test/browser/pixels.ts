// What a page shows, counted in pixels of screenshots.
import type { Page } from 'playwright-core';

export interface Seen {
  /** The number of pixels that differ from the other picture. */
  readonly differing: number;
  /** How many of them are red, orange or yellow: the colours of contacts, which no object has. */
  readonly warm: number;
}

/** What an element itself draws, not what is behind it. */
export async function drawnBy(page: Page, selector: string): Promise<Seen> {
  const shown = await picture(page, selector);
  const hidden = await picture(page, selector, `${selector} { opacity: 0 }`);
  return compare(page, shown, hidden);
}

/** A PNG in base 64, after pending frames have been drawn, without the buttons over the element. */
export async function picture(page: Page, selector: string, style = ''): Promise<string> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const png = await page.locator(selector).screenshot({ style: `${selector} ~ * { opacity: 0 } ${style}` });
  return png.toString('base64');
}

/** The page decodes them itself. */
export function compare(page: Page, picture: string, other: string): Promise<Seen> {
  return page.evaluate(
    async (pngs) => {
      const decode = async (png: string): Promise<Uint8ClampedArray> => {
        const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        if (context === null) throw new Error('No 2D canvas.');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      };
      const [p, q] = await Promise.all(pngs.map(decode));
      if (p.length !== q.length) throw new Error('Pictures of different sizes.');
      let [differing, warm] = [0, 0];
      for (let i = 0; i < p.length; i += 4) {
        if (p[i] === q[i] && p[i + 1] === q[i + 1] && p[i + 2] === q[i + 2]) continue;
        differing++;
        if (p[i] > p[i + 2] + 80) warm++;
      }
      return { differing, warm };
    },
    [picture, other],
  );
}

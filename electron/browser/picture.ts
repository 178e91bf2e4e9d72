import { EgressProxy } from './egress-proxy.ts';
import { launch } from './launch.ts';

/** A document to take a picture of. */
export interface PicturedDocument {
  /** Its HTML. Its scripts do not run, and nothing is loaded from anywhere. */
  html: string;
  /** CSS selector of the element that is brought into view; null: the picture begins at the top. */
  inView: string | null;
}

/** Size of the picture in CSS pixels. */
const viewport = { width: 1280, height: 900 };
/** How long each step may take, in milliseconds. */
const timeoutMs = 15_000;

/**
 * Takes a picture of a document in a browser without a network.
 * @param executable path of the browser
 * @returns a PNG
 * @throws LaunchError if the browser cannot be started, Error if it cannot show the document
 */
export async function takePicture(
  executable: string,
  { html, inView }: PicturedDocument,
): Promise<Uint8Array> {
  // Nobody has a session with this proxy, so it lets nothing through.
  const egress = new EgressProxy({ allowPrivate: false });
  const egressPort = await egress.listen();
  try {
    const browser = await launch({ executable, egressPort, images: true, heapMb: 512 });
    try {
      const context = await browser.newContext({ viewport, offline: true, javaScriptEnabled: false });
      context.setDefaultTimeout(timeoutMs);
      const page = await context.newPage();
      await page.setContent(html, { waitUntil: 'load' });
      const element = inView === null ? null : page.locator(inView).first();
      if (element !== null && (await element.count()) > 0) await element.scrollIntoViewIfNeeded();
      return new Uint8Array(await page.screenshot({ type: 'png' }));
    } finally {
      await browser.close();
    }
  } finally {
    await egress.close();
  }
}

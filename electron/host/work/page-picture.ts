import { takePicture } from '../../browser/picture.ts';
import { searchBrowser } from './browser.ts';
import type { PictureOrder, TakenPicture } from './tester/evidence-report.ts';

/** Takes a picture of a page. A picture is worth having and never needed: whatever prevents it is told in its place. */
export async function pictureOfPage(dataDir: string, order: PictureOrder): Promise<TakenPicture> {
  if (order.html === null) return { png: null, reason: order.reason };
  const { found, problem } = searchBrowser(dataDir);
  if (found === null) return { png: null, reason: problem ?? 'There is no browser.' };
  try {
    return { png: await takePicture(found.executable, order), reason: null };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    return { png: null, reason: `The browser took none: ${why}` };
  }
}

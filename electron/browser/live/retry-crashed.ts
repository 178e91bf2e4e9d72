/** How often a page is opened anew whose process ends while it opens. */
const mostTries = 4;

/**
 * Opens a page, and another one where it crashes while it opens. Where processes of the browser have just ended, it may get one of
 * them and crash with it at once; the next one gets another process.
 * @returns null where each of several pages has crashed
 * @throws what Playwright throws for other reasons
 */
export async function retryCrashed<T>(open: () => Promise<T>): Promise<T | null> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof Error && /target crashed/i.test(error.message))) throw error;
    }
  }
  return null;
}

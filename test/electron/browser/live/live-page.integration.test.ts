import { expect, it } from 'vitest';
import { LivePage } from '../../../../electron/browser/live/live-page.ts';
import { testBrowser } from '../support.ts';

const nothing = () => undefined;

it('is fitted to a size that comes while it closes, which is nobody’s fault', async () => {
  const page = await LivePage.open(
    {
      executable: testBrowser(),
      size: { width: 800, height: 600 },
      allowPrivate: true,
      proxy: null,
      userAgent: null,
      language: 'en',
      cookies: [],
      storage: [],
      reading: { flatten: false, maxBytes: 1_000_000 },
    },
    {
      frame: nothing,
      seen: nothing,
      arrived: nothing,
      changed: nothing,
      note: nothing,
      requested: nothing,
      gone: nothing,
    },
  );
  const closing = page.close();
  await expect(page.resize({ width: 1000, height: 700 })).resolves.toBeUndefined();
  await closing;
  await expect(page.resize({ width: 1100, height: 700 })).resolves.toBeUndefined();
});

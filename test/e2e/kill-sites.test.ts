import { it } from 'vitest';
import { expectAllOnce } from './killed-mixed-crawl.ts';

// `kill-sites.soak.test.ts` kills more often.
it('a crawl of a site of every kind that is killed again and again has each item and each file once', async () => {
  await expectAllOnce(6, 20_261_128);
}, 300_000);

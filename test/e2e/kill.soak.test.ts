import { it } from 'vitest';
import { expectExactlyOnce } from './killed-crawl.ts';

it('a crawl that is killed 18 times comes to what an uninterrupted one comes to', async () => {
  await expectExactlyOnce(18);
});

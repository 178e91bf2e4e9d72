import { describe, it } from 'vitest';
import { expectExactlyOnce } from './killed-crawl.ts';

// In the moment of an answer, and while as many requests as fit wait for one. `kill.soak.test.ts` kills more often.
describe('a crawl that is killed again and again', () => {
  it('comes to what an uninterrupted one comes to, each page and item once, and its receipt says what that took', async () => {
    await expectExactlyOnce(6);
  }, 300_000);
});

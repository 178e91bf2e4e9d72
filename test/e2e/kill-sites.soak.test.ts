import { it } from 'vitest';
import { expectAllOnce } from './killed-mixed-crawl.ts';

it.each([11, 222, 3333, 44_444, 555_555])(
  'a crawl of a site of every kind that is killed until it is done has each item and each file once: seed %i',
  async (seed) => {
    await expectAllOnce(40, seed);
  },
);

import { expect, it } from 'vitest';
import { isLastingRefusal } from '../../../electron/engine/lasting-refusal.ts';
import { hostRefusal, proxiedHostRefusal } from '../../../electron/fetch/address.ts';

it.each<[boolean, 'failed' | 'skipped', string | null]>([
  [true, 'failed', hostRefusal('127.0.0.1')],
  [true, 'failed', proxiedHostRefusal('printer.local')],
  [true, 'skipped', "The site's robots.txt does not allow it (ROBOTSTXT_OBEY is on)."],
  [true, 'skipped', 'It was redirected to another domain.'],
  [false, 'skipped', 'robots.txt of https://example.org could not be read.'],
  [false, 'failed', 'The host was not found.'],
  [false, 'failed', 'The server answered 503, 3 times in all.'],
])('is %s of a request that %s: %s', (lasts, state, reason) => {
  expect(isLastingRefusal({ state, reason: reason ?? '' })).toBe(lasts);
});

import { expect, it } from 'vitest';
import { expectPoliteness, liveThroughNights } from './night.ts';

it('a daemon lives through nights, keeps every delay, and its digest names what broke', async () => {
  const { broken, digest, site } = await liveThroughNights({ shops: 12, hosts: 4, broken: 6 });
  expect(digest.troubles.map(({ spider }) => spider).toSorted()).toEqual([...broken.keys()].toSorted());
  expect(digest.counts).toMatchObject({ spiders: 12, withTrouble: 6 });
  expectPoliteness(site);
}, 600_000);

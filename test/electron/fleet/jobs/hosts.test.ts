import { expect, it } from 'vitest';
import { Claim } from '../../../../electron/fleet/jobs/claims.ts';
import { HostSlices } from '../../../../electron/fleet/jobs/hosts.ts';

it('tells everybody who gives hosts back that it has failed, also where several are given back together', async () => {
  const claim = (key: string): Claim =>
    new Claim({ key, epoch: 1, class: 'http', job: { id: key, retryCount: 0 } }, performance.now(), 60_000);
  let given: readonly string[] = [];
  const hosts = new HostSlices(
    {
      offer: async () => undefined,
      take: async () => ['a.example', 'b.example', 'c.example'].map(claim),
      giveBack: async (claims) => {
        given = claims.map((one) => one.claim.key);
        throw new Error('The server takes no changes.');
      },
      wanted: async () => [],
      listSetAside: async () => [],
      count: async () => [],
    },
    new AbortController().signal,
  );
  const slices = await hosts.take(3, 'http');
  const ends = await Promise.allSettled(slices.map((slice) => slice.done({ againMs: null })));
  expect(given).toEqual(['a.example', 'b.example', 'c.example']);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

import { afterAll, beforeAll, describe, vi } from 'vitest';
import { describeShareLimits } from '../../engine/ports/describe-share-limits.ts';
import { describeShare, type CreateShare } from '../../engine/ports/describe-share.ts';
import { noPostgres } from '../../../servers/postgres.ts';
import { ShareServer, SharedRun } from './share-fleet.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000, maxConcurrency: 8 });

// Side by side: sessions wait for leases and delays most of the time.
describe.skipIf(noPostgres !== null).concurrent('on PostgreSQL', () => {
  let server: ShareServer;
  beforeAll(async () => {
    server = await ShareServer.start();
  });
  afterAll(() => server.close());

  const create: CreateShare = async (limits) => {
    const fleet = await server.take();
    const run = new SharedRun(fleet, await fleet.newRun(), limits);
    return Object.assign(run, {
      over: async () => {
        await run.close();
        server.giveBack(fleet);
      },
    });
  };
  describeShare('PostgreSQL', create);
  describeShareLimits('PostgreSQL', create, 10);
});

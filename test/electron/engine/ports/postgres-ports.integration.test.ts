import { afterAll, beforeAll, describe } from 'vitest';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { storeOn } from '../../store/postgres/fleet-support.ts';
import { describePorts } from './describe-ports.ts';
import { storePorts } from './store-ports.ts';

describe.skipIf(noPostgres !== null)('a run that one session carries out over PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  describePorts('PostgreSQL', () => storePorts((options) => storeOn(server, options)));
});

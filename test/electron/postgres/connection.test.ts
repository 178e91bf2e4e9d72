import { expect, it } from 'vitest';
import { readPostgresUrl } from '../../../electron/postgres/address.ts';
import { clientConfig } from '../../../electron/postgres/connection.ts';

it('leaves to the environment what the address does not say', () => {
  const config = clientConfig(readPostgresUrl('postgresql://localhost/shop', true));
  expect(config).toMatchObject({ host: 'localhost', port: 5432, database: 'shop', ssl: false });
  expect(Object.keys(config)).not.toContain('user');
  expect(Object.keys(config)).not.toContain('password');
});

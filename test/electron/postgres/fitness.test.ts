import { expect, it } from 'vitest';
import { whyUnfit } from '../../../electron/postgres/fitness.ts';

const good = { version: '15.6', number: 150_006, encoding: 'UTF8', isReplica: false, isReadOnly: false };

it.each([
  [{ version: '14.11', number: 140_011 }, 'database-refused', 'PostgreSQL 14.11, which is too old'],
  [{ encoding: 'SQL_ASCII' }, 'database-refused', 'SQL_ASCII'],
  [{ isReplica: true }, 'read-only', 'is a replica'],
  [{ isReadOnly: true }, 'read-only', 'default_transaction_read_only'],
])('%o cannot hold a workspace', (facts, code, message) => {
  expect(whyUnfit({ ...good, ...facts }, 'postgresql://db/shop')).toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

it('takes a server that is new enough', () => {
  expect(whyUnfit(good, 'postgresql://db/shop')).toBeNull();
});

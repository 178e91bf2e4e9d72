import { afterEach, expect, it } from 'vitest';
import {
  chooseDatabase,
  databaseAddress,
  databaseForChild,
  databaseVariable,
} from '../../../electron/postgres/chosen-database.ts';
import { readPostgresUrl } from '../../../electron/postgres/address.ts';

const none = { url: null, passwordFile: null };

afterEach(() => {
  process.env[databaseVariable] = '';
  chooseDatabase(none);
});

it('is SQLite where nothing is named', () => {
  chooseDatabase(none);
  expect(databaseAddress()).toBeNull();
  expect(databaseForChild()).toEqual({});
});

it('takes the variable with its password out of the environment, and prefers an option', () => {
  process.env[databaseVariable] = 'postgresql://me:s%40crt@db.example/shop';
  chooseDatabase(none);
  expect(databaseAddress()).toMatchObject({ user: 'me', password: 's@crt', database: 'shop' });
  expect(process.env[databaseVariable]).toBeUndefined();
  chooseDatabase({ url: 'postgresql://db.example/other', passwordFile: null });
  expect(databaseAddress()).toMatchObject({ database: 'other', password: null });
  chooseDatabase(none);
  expect(databaseAddress()).toMatchObject({ database: 'shop' });
});

it.each([
  'postgresql://me:s%40crt@db.example:6543/a%20b?sslmode=require',
  'postgresql://[::1]/shop',
  'postgresql://me@%2Fvar%2Frun%2Fpostgresql/shop',
])('gives a process that is started the same database as %s', (url) => {
  process.env[databaseVariable] = url;
  chooseDatabase(none);
  const handed = databaseForChild()[databaseVariable] ?? '';
  expect(databaseAddress()).toEqual(readPostgresUrl(url, true));
  expect(readPostgresUrl(handed, true)).toMatchObject({ ...readPostgresUrl(url, true) });
});

it.each([
  ['--database', 'postgresql://me:secret@db.example/shop', 'usage', 'put the whole address into'],
  ['--database', 'mysql://me:secret@db/shop', 'usage', 'For example'],
  ['variable', 'mysql://me:secret@db/shop', 'bad-environment', 'For example'],
])('a wrong address in %s is told without repeating it', (where, url, code, hint) => {
  if (where === 'variable') process.env[databaseVariable] = url;
  expect(() => chooseDatabase({ url: where === 'variable' ? null : url, passwordFile: null })).toThrow(
    expect.objectContaining({
      code,
      message: expect.not.stringContaining('secret'),
      hint: expect.stringContaining(hint),
    }),
  );
});

it('needs a database for the file of its password', () => {
  expect(() => chooseDatabase({ url: null, passwordFile: '/secret' })).toThrow(
    expect.objectContaining({ code: 'usage' }),
  );
});

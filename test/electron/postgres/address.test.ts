import { expect, it } from 'vitest';
import { readPostgresUrl as readUrl, tlsOptions } from '../../../electron/postgres/address.ts';

const readPostgresUrl = (url: string) => readUrl(url, { instead: 'Leave it out.' });

it.each([
  ['postgresql://me@db.example/shop', 'db.example', 5432, 'me', 'verify-full'],
  ['postgres://db.example:6543/a%20b?sslmode=require', 'db.example', 6543, null, 'require'],
  ['postgresql://localhost/shop', 'localhost', 5432, null, 'disable'],
  ['postgresql://[::1]/shop', '::1', 5432, null, 'disable'],
  ['postgresql:///shop?host=/var/run/postgresql', '/var/run/postgresql', 5432, null, 'disable'],
  ['postgresql://me@%2Fvar%2Frun%2Fpostgresql/shop', '/var/run/postgresql', 5432, 'me', 'disable'],
])('%s is read', (url, host, port, user, tls) => {
  expect(readPostgresUrl(url)).toMatchObject({ host, port, user, tls });
});

it.each([
  ['mysql://db/shop', 'bad-place'],
  ['postgresql://db.example', 'bad-place'],
  ['postgresql://db.example/shop?sslmode=prefer', 'bad-place'],
  ['postgresql://db.example/shop?options=x', 'bad-place'],
  ['postgresql://me:secret@db.example/shop', 'credentials-in-url'],
  ['postgresql://db.example/shop?password=secret', 'credentials-in-url'],
  // A password whose special characters are not encoded.
  ['postgresql://me:12/secret@db.example/shop', 'bad-place'],
  ['postgresql://me:12#secret@db.example/shop', 'bad-place'],
  ['postgresql://me:se/secret@db.example/shop', 'bad-place'],
  ['postgresql://me%secret@db.example/shop', 'bad-place'],
])('%s is refused without repeating it', (url, code) => {
  expect(() => readPostgresUrl(url)).toThrow(
    expect.objectContaining({ code, message: expect.not.stringContaining('secret') }),
  );
});

it('asks who answers unless it is told not to', () => {
  const options = (url: string) => tlsOptions(readPostgresUrl(url));
  expect(options('postgresql://db.example/shop')).toEqual({ servername: 'db.example' });
  expect(options('postgresql://10.0.0.1/shop?sslmode=require')).toEqual({ rejectUnauthorized: false });
  expect(options('postgresql://localhost/shop')).toBe(false);
});

it('reads a password where nobody else reads the address', () => {
  expect(readUrl('postgresql://me:a%40b@db.example/shop', true)).toMatchObject({
    user: 'me',
    password: 'a@b',
    shown: 'postgresql://db.example/shop',
  });
});

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  importLogin,
  listLogins,
  openLogin,
  removeLogin,
} from '../../../../../electron/host/work/logins/logins.ts';
import { SecretStoreError, type SecretStore } from '../../../../../electron/system/secret-store.ts';
import { scratchFolder } from '../../../../e2e/command-line.ts';

const value = 'cookie-value-of-the-login';
const text = (given = value): string =>
  JSON.stringify({ cookies: [{ name: 'sid', value: given, domain: 'shop.example' }] });

function memoryKeys(): SecretStore & { all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    read: async (name) => all.get(name) ?? null,
    write: async (name, secret) => void all.set(name, secret),
    remove: async (name) => all.delete(name),
    names: async () => [...all.keys()],
  };
}

const locked: SecretStore = {
  read: () => Promise.reject(new SecretStoreError('The keychain is locked.')),
  write: () => Promise.reject(new SecretStoreError('The keychain is locked.')),
  remove: () => Promise.reject(new SecretStoreError('The keychain is locked.')),
  names: () => Promise.reject(new SecretStoreError('The keychain is locked.')),
};

it('is encrypted with a key of the keychain, opened, renewed and removed', async () => {
  const folder = scratchFolder();
  const keys = memoryKeys();
  const file = (): string => readFileSync(join(folder, 'logins.json'), 'utf8');
  expect(await importLogin(folder, { name: 'shop', text: text() }, keys)).toMatchObject({ encrypted: true });
  expect(file()).not.toContain(value);
  const opened = await openLogin(folder, 'shop', keys);
  expect(opened.state.cookies).toMatchObject([{ name: 'sid', value, domain: 'shop.example' }]);
  opened.keep(opened.state.cookies.map((cookie) => ({ ...cookie, value: 'rotated-value' })));
  expect(file()).not.toContain('rotated-value');
  expect((await openLogin(folder, 'shop', keys)).state.cookies[0]?.value).toBe('rotated-value');

  await importLogin(folder, { name: 'shop', text: text('third') }, keys);
  opened.keep(opened.state.cookies.map((cookie) => ({ ...cookie, value: 'too-late' })));
  expect((await openLogin(folder, 'shop', keys)).state.cookies[0]?.value).toBe('third');

  await expect(openLogin(folder, 'shop', memoryKeys())).rejects.toMatchObject({ code: 'no-keychain' });
  await expect(openLogin(folder, 'shop', locked)).rejects.toMatchObject({ code: 'no-keychain' });
  await removeLogin(folder, 'shop', keys);
  expect([listLogins(folder), keys.all.size]).toEqual([[], 0]);
  await expect(openLogin(folder, 'shop', keys)).rejects.toMatchObject({ code: 'unknown-login' });
});

it.each([
  ['has none', null],
  ['is locked', locked],
])('is kept for the owner alone where the keychain %s', async (_what, keys) => {
  const folder = scratchFolder();
  expect(await importLogin(folder, { name: 'shop', text: text() }, keys)).toMatchObject({ encrypted: false });
  const mode = process.platform === 'win32' ? 0o600 : statSync(join(folder, 'logins.json')).mode & 0o777;
  expect(mode).toBe(0o600);
  expect((await openLogin(folder, 'shop', keys)).state.cookies[0]?.value).toBe(value);
});

it('cannot be opened under another name, nor after a change', async () => {
  const folder = scratchFolder();
  const keys = memoryKeys();
  const path = join(folder, 'logins.json');
  await importLogin(folder, { name: 'shop', text: text() }, keys);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"name": "shop"', '"name": "other"'));
  await expect(openLogin(folder, 'other', keys)).rejects.toMatchObject({ code: 'damaged-logins' });
  writeFileSync(path, '{"version": 1, "logins": [{}]}');
  expect(() => listLogins(folder)).toThrow('is damaged');
  await expect(importLogin(folder, { name: '../x', text: text() }, keys)).rejects.toMatchObject({
    code: 'bad-login',
  });
});

it('keeps what each of two runs at once has changed', async () => {
  const folder = scratchFolder();
  const both = ['a', 'b'].map((name) => ({ name, value: 'old', domain: 'shop.example' }));
  await importLogin(folder, { name: 'shop', text: JSON.stringify({ cookies: both }) }, null);
  const runs = [await openLogin(folder, 'shop', null), await openLogin(folder, 'shop', null)];
  for (const [index, { state, keep }] of runs.entries()) {
    keep(state.cookies.map((cookie, at) => (at === index ? { ...cookie, value: 'new' } : cookie)));
  }
  const { state } = await openLogin(folder, 'shop', null);
  expect(state.cookies.map(({ name, value }) => `${name}=${value}`).sort()).toEqual(['a=new', 'b=new']);
});

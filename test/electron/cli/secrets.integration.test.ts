import { PassThrough, Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { secretCommands } from '../../../electron/cli/commands/secrets.ts';
import { readSecretInput } from '../../../electron/cli/secret-input.ts';
import type { SecretStore } from '../../../electron/system/secret-store.ts';
import { secretStore } from '../../../electron/system/secrets.ts';
import { callCommand } from './call-command.ts';

vi.mock(import('../../../electron/system/secrets.ts'), () => ({ secretStore: vi.fn() }));

const kept = new Map<string, string>();
const store: SecretStore = {
  read: (name) => Promise.resolve(kept.get(name) ?? null),
  write: (name, value) => Promise.resolve(void kept.set(name, value)),
  remove: (name) => Promise.resolve(kept.delete(name)),
  names: () => Promise.resolve([...kept.keys()]),
};

beforeEach(() => {
  kept.clear();
  vi.mocked(secretStore).mockReturnValue(store);
});

const call = (args: string[], stdin = '') => callCommand(secretCommands, args, Readable.from([stdin]));

describe('the command secret', () => {
  it('keeps what is piped in, lists it by name and takes it out; the secret is in nothing that it says', async () => {
    const said = [
      await call(['set', 'PROXY_LOGIN'], 'zoe:s3cret\r\n'),
      await call(['set', 'a.2', '--json'], '\uFEFFzoe:s3cret'),
    ];
    expect([...kept]).toEqual([
      ['PROXY_LOGIN', 'zoe:s3cret'],
      ['a.2', 'zoe:s3cret'],
    ]);
    expect(said[0]?.out).toBe('Stored. A proxy refers to it as keychain:PROXY_LOGIN.\n');
    expect(JSON.parse(said[1]?.out ?? '')).toEqual({ name: 'a.2', reference: 'keychain:a.2' });
    const lists = [await call(['list']), await call(['list', '--json'])];
    expect(lists[0]?.out).toMatch(/PROXY_LOGIN +keychain:PROXY_LOGIN/);
    expect(JSON.parse(lists[1]?.out ?? '')).toEqual([
      { name: 'PROXY_LOGIN', reference: 'keychain:PROXY_LOGIN' },
      { name: 'a.2', reference: 'keychain:a.2' },
    ]);
    expect(await call(['remove', 'a.2'])).toEqual({ code: 0, out: 'Removed a.2.\n', err: '' });
    const again = await call(['remove', 'a.2', '--json']);
    expect(JSON.parse(again.out)).toMatchObject({ error: { code: 'unknown-secret' } });
    expect((await call(['list', '--json'])).out).not.toContain('a.2');
    expect(JSON.stringify([...said, ...lists])).not.toContain('s3cret');
  });

  it('says that a proxy cannot use what is no user:password, and keeps it', async () => {
    const { code, err } = await call(['set', 'token'], 's3cret');
    expect([code, err, kept.get('token')]).toEqual([
      0,
      'A proxy needs user:password, and this secret has another form.\n',
      's3cret',
    ]);
  });

  it.each([
    ['a name that no keychain takes', ['set', 'a b'], 'zoe:s3cret', 'bad-secret-name'],
    ['a name that reads as an option', ['set', '--', '-x'], 'zoe:s3cret', 'bad-secret-name'],
    ['nothing', ['set', 'gate'], '\n', 'bad-secret'],
    ['two lines', ['set', 'gate'], 'zoe:s3cret\nmore', 'bad-secret'],
    ['a page', ['set', 'gate'], 's3cret'.repeat(1000), 'bad-secret'],
    ['a book', ['set', 'gate'], 's3cret'.repeat(100_000), 'bad-secret'],
  ])('refuses %s, and repeats no secret', async (_, args, stdin, error) => {
    const [name = '', ...rest] = args;
    const { code, out, err } = await call([name, '--json', ...rest], stdin);
    expect([code, (JSON.parse(out) as { error: { code: string } }).error.code]).toEqual([1, error]);
    expect(out + err).not.toContain('s3cret');
    expect(kept.size).toBe(0);
  });

  it('does not say that it has kept what it cannot read', async () => {
    vi.mocked(secretStore).mockReturnValue({ ...store, read: () => Promise.resolve('other') });
    const { code, err } = await call(['set', 'gate'], 'zoe:s3cret');
    expect([code, err]).toEqual([1, 'error: The keychain did not keep the secret.\n']);
  });

  it('says what to do instead where there is no keychain', async () => {
    vi.mocked(secretStore).mockReturnValue(null);
    const { code, err } = await call(['set', 'gate'], 'zoe:s3cret');
    expect([code, err]).toEqual([
      1,
      'error: Keychains are used on Linux, macOS and Windows only.\nhint: Use env:NAME.\n',
    ]);
  });
});

describe('a secret that is typed', () => {
  /** A terminal, and what it shows. */
  function terminal() {
    const modes: boolean[] = [];
    const keys = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (on: boolean) => modes.push(on),
    });
    const shown: string[] = [];
    const reading = readSecretInput('Value: ', keys, {
      write: (text: unknown) => shown.push(String(text)) > 0,
    });
    return { keys, modes, shown, reading };
  }

  it.each([
    ['letter by letter', ['z', 'o', 'e', ':', 'x', '\r']],
    ['at once', ['zoe:x\n']],
    ['with slips', ['zoo\u007fe', '::\b', 'x', '\r']],
    ['anew', ['wrong\u0015zoe:x\r']],
  ])('%s is not shown', async (_, pieces) => {
    const { keys, modes, shown, reading } = terminal();
    for (const piece of pieces) keys.write(piece);
    expect(await reading).toBe('zoe:x');
    expect(shown.join('')).toBe('Value: \n');
    expect(modes).toEqual([true, false]);
  });

  it('may have letters that come in two parts', async () => {
    const { keys, reading } = terminal();
    const bytes = Buffer.from('ä😀\r');
    for (const byte of bytes) keys.write(Buffer.from([byte]));
    expect(await reading).toBe('ä😀');
  });

  it.each(['\u0003', '\u0004'])('is not stored when it is broken off (%j)', async (key) => {
    const { keys, modes, reading } = terminal();
    keys.write(`zoe:x${key}`);
    await expect(reading).rejects.toThrow('Nothing was stored');
    expect(modes).toEqual([true, false]);
  });
});

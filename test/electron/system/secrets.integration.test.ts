import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram, type ProgramCall, type ProgramEnd } from '../../../electron/system/program.ts';
import { secretStore } from '../../../electron/system/secrets.ts';

const value = 'zoe:s3cret-pässword\\"x';
let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'secrets-')), 'secrets');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const ended = (code: number, output = '', errors = ''): ProgramEnd => ({
  kind: 'ended',
  code,
  output,
  errors,
});

/** The store of a platform whose program answers so, and what it was asked. */
function storeOn(
  platform: NodeJS.Platform,
  ...answers: (ProgramEnd | ((call: ProgramCall) => ProgramEnd))[]
) {
  const calls: ProgramCall[] = [];
  const store = secretStore({ service: 'studio', title: 'The Studio', folder }, platform, (call) => {
    calls.push(call);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw new Error('It was asked.');
    return Promise.resolve(typeof answer === 'function' ? answer(call) : answer);
  });
  if (store === null) throw new Error(`There is no store on ${platform}.`);
  return { store, calls };
}

/** No program shows its arguments to others with a secret in them. */
function expectHidden(calls: readonly ProgramCall[]): void {
  const hex = Buffer.from(value).toString('hex');
  for (const { args } of calls) {
    for (const secret of [value, hex, Buffer.from(value).toString('base64'), 's3cret']) {
      expect(args.join(' ')).not.toContain(secret);
    }
  }
}

it('there is none on other platforms', () => {
  expect(secretStore({ service: 's', title: 't', folder }, 'freebsd')).toBe(null);
});

describe('the keyring of Linux', () => {
  const noBus = 'secret-tool: Cannot autolaunch D-Bus without X11 $DISPLAY\n';

  it.each([
    ['as it was stored', ended(0, value), value],
    ['with the line break of who piped it in', ended(0, `${value}\n`), value],
    ['none', ended(1), null],
  ])('reads a secret: %s', async (_, answer, read) => {
    const { store, calls } = storeOn('linux', answer);
    expect(await store.read('gate')).toBe(read);
    expect(calls).toEqual([
      { program: 'secret-tool', args: ['lookup', 'service', 'studio', 'account', 'gate'], input: '' },
    ]);
  });

  it('keeps one, by standard input', async () => {
    const { store, calls } = storeOn('linux', ended(0));
    await store.write('gate', value);
    expect(calls[0]?.input).toBe(value);
    expect(calls[0]?.args).toEqual([
      'store',
      '--label=The Studio: gate',
      'service',
      'studio',
      'account',
      'gate',
    ]);
    expectHidden(calls);
  });

  it('takes one out, where there is one', async () => {
    const there = storeOn('linux', ended(0, value), ended(0));
    expect(await there.store.remove('gate')).toBe(true);
    expect(there.calls[1]?.args).toEqual(['clear', 'service', 'studio', 'account', 'gate']);
    expect(await storeOn('linux', ended(1)).store.remove('gate')).toBe(false);
  });

  it('lists names, and takes no secret for one', async () => {
    const output =
      '[/12]\nlabel = The Studio: gate\nsecret = attribute.account = trap\ncreated = 2026-11-22\n';
    const errors =
      'attribute.service = studio\nattribute.account = gate\nattribute.account = other.one\nattribute.service = studio\n';
    expect(await storeOn('linux', ended(0, output, errors)).store.names()).toEqual(['gate', 'other.one']);
    expect(await storeOn('linux', ended(1)).store.names()).toEqual([]);
  });

  it.each([
    [
      'has no session',
      ended(1, '', noBus),
      'The keychain is locked, or does not answer (secret-tool: Cannot autolaunch D-Bus without X11 $DISPLAY).',
    ],
    ['is not installed', { kind: 'absent' as const }, 'The program secret-tool is not installed.'],
    ['is never unlocked', { kind: 'late' as const }, 'The keychain did not answer within a minute.'],
  ])('says so when it %s', async (_, answer, message) => {
    const { store } = storeOn('linux', answer);
    for (const work of [
      store.read('gate'),
      store.write('gate', value),
      store.remove('gate'),
      store.names(),
    ]) {
      await expect(work).rejects.toMatchObject({ name: 'SecretStoreError', message });
    }
  });
});

describe('the keychain of macOS', () => {
  const item = 'keychain: "/Users/zoe/Library/Keychains/login.keychain-db"\nclass: "genp"\n';

  it.each([
    ['plain', 'password: "zoe:s3cret"\n', 'zoe:s3cret'],
    ['with quotes', 'password: "zoe:a"b"\n', 'zoe:a"b'],
    ['that looks like digits', 'password: "deadbeef"\n', 'deadbeef'],
    ['that looks like what stands for digits', 'password: "0xDEADBEEF"\n', '0xDEADBEEF'],
    ['with other letters', 'password: 0x7A6F653A70C3A473  "zoe:p\\303\\244s"\n', 'zoe:päs'],
    ['with a backslash', 'password: 0x7A6F653A5C  "zoe:\\134"\n', 'zoe:\\'],
    ['of other letters only', 'password: 0xC3A4  \n', 'ä'],
    ['that is empty', 'password: \n', ''],
    [
      'after what the item is called',
      'attributes:\n    "acct"<blob>="password: x"\npassword: "zoe:y"\n',
      'zoe:y',
    ],
  ])('reads a secret %s', async (_, errors, read) => {
    const { store, calls } = storeOn('darwin', ended(0, item, errors));
    expect(await store.read('gate')).toBe(read);
    expect(calls).toEqual([
      {
        program: '/usr/bin/security',
        args: ['find-generic-password', '-s', 'studio', '-a', 'gate', '-g'],
        input: '',
      },
    ]);
  });

  it('reads none where there is none', async () => {
    const errors =
      'security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.\n';
    const { store } = storeOn('darwin', ended(44, '', errors));
    expect([await store.read('gate'), await store.remove('gate')]).toEqual([null, false]);
  });

  it('keeps one, by a command on standard input in which nothing is to be quoted', async () => {
    const { store, calls } = storeOn('darwin', ended(0));
    await store.write('gate', value);
    const [command = '', digits = ''] = calls[0]?.input?.trimEnd().split(' -X ') ?? [];
    expect(command).toBe('add-generic-password -U -s studio -a gate -l "The Studio: gate"');
    expect(Buffer.from(digits, 'hex').toString()).toBe(value);
    expect(calls[0]?.args).toEqual(['-i']);
  });

  it('takes one out', async () => {
    const { store, calls } = storeOn('darwin', ended(0, 'password has been deleted.\n'));
    expect(await store.remove('gate')).toBe(true);
    expect(calls[0]?.args).toEqual(['delete-generic-password', '-s', 'studio', '-a', 'gate']);
  });

  it('lists the names of its own', async () => {
    const entry = (service: string, account: string) =>
      `${item}attributes:\n    0x00000007 <blob>="x"\n    "acct"<blob>="${account}"\n    "svce"<blob>="${service}"\n`;
    const { store, calls } = storeOn(
      'darwin',
      ended(0, `${entry('studio', 'gate')}${entry('other', 'mail')}${entry('studio', 'b.2')}`),
    );
    expect(await store.names()).toEqual(['gate', 'b.2']);
    expect(calls[0]?.args).toEqual(['dump-keychain']);
  });

  it('says so when it is locked', async () => {
    const errors = 'security: SecKeychainItemCopyContent: User interaction is not allowed.\n';
    const { store } = storeOn('darwin', ended(36, '', errors));
    for (const work of [
      store.read('gate'),
      store.write('gate', value),
      store.remove('gate'),
      store.names(),
    ]) {
      await expect(work).rejects.toMatchObject({
        message:
          'The keychain is locked, or does not answer (security: SecKeychainItemCopyContent: User interaction is not allowed.).',
        hint: 'Unlock it, and try again.',
      });
    }
  });
});

describe('the files of Windows', () => {
  /** Turns bytes round, as if that were a cipher. */
  const windows = ({ input = '', args }: ProgramCall): ProgramEnd => {
    const [, method] = /::(Protect|Unprotect)\(/.exec(args.join(' ')) ?? [];
    return ended(
      0,
      `${Buffer.from(Buffer.from(input, 'base64').reverse()).toString('base64')}\r\n`,
      method ?? '',
    );
  };

  it('are encrypted, and read again', async () => {
    const { store, calls } = storeOn('win32', windows);
    expect([await store.read('gate'), await store.names(), await store.remove('gate')]).toEqual([
      null,
      [],
      false,
    ]);
    await store.write('gate', value);
    await store.write('Gate', 'zoe:other');
    await store.write('CON', 'zoe:device');
    expect([await store.read('gate'), await store.read('Gate'), await store.read('CON')]).toEqual([
      value,
      'zoe:other',
      'zoe:device',
    ]);
    expect((await store.names()).sort()).toEqual(['CON', 'Gate', 'gate']);
    // Names that Windows keeps for itself, and those that differ in case only, are no names of files.
    expect(readdirSync(folder).sort()).toEqual(['434f4e.dpapi', '47617465.dpapi', '67617465.dpapi']);
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain('zoe');
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    }
    expect([await store.remove('Gate'), await store.remove('Gate'), await store.read('gate')]).toEqual([
      true,
      false,
      value,
    ]);
    expectHidden(calls);
  });

  it('are made by PowerShell at its full path, without a profile', async () => {
    const { store, calls } = storeOn('win32', windows);
    await store.write('gate', value);
    expect(calls[0]?.program).toBe('C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe');
    expect(calls[0]?.args.slice(0, 3)).toEqual(['-NoLogo', '-NoProfile', '-NonInteractive']);
    // A double quote would end the argument where Windows takes the line apart.
    expect(calls[0]?.args.join('')).not.toContain('"');
  });

  it.each([
    ['PowerShell fails', ended(1, '', 'Exception'), 'Windows did not encrypt the secret.'],
    ['PowerShell says nothing', ended(0), 'Windows did not encrypt the secret.'],
    ['PowerShell is not there', { kind: 'absent' as const }, /powershell\.exe is not installed/],
  ])('are not written where %s', async (_, answer, message) => {
    const { store } = storeOn('win32', answer);
    await expect(store.write('gate', value)).rejects.toThrow(message);
    expect(await store.names()).toEqual([]);
  });

  it('of another account are not read', async () => {
    const { store } = storeOn('win32', windows, ended(1, '', 'Key not valid for use in specified state.'));
    await store.write('gate', value);
    await expect(store.read('gate')).rejects.toThrow('it was stored by another account or computer');
  });
});

describe('a program', () => {
  const script = (code: string) => ({ program: process.execPath, args: ['-e', code] });

  it('is given its input, and its end is told', async () => {
    const echo = "process.stdin.on('data', (x) => process.stdout.write(x)).on('end', () => process.exit(3))";
    expect(await runProgram({ ...script(echo), input: 'ä' })).toEqual(ended(3, 'ä'));
    expect(await runProgram(script('console.error(1)'))).toEqual(ended(0, '', '1\n'));
  });

  it('may end before it has read its input', async () => {
    expect(await runProgram({ ...script(''), input: 'x'.repeat(5_000_000) })).toEqual(ended(0));
  });

  it('may be absent', async () => {
    expect(await runProgram({ program: 'no-such-program-at-all', args: [] })).toEqual({ kind: 'absent' });
  });
});

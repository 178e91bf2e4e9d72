import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { s3Region, startS3Server } from '../servers/s3-server.ts';
import type { CallOptions } from './call.ts';
import { studio } from './command-line.ts';

const secretTool = '/usr/bin/secret-tool';

/** Unlocks a keyring in a session bus of its own, tells the address of the bus, and ends with its standard input. */
const session = `printf pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
echo "$DBUS_SESSION_BUS_ADDRESS"
cat`;

/** The variables of a session with an empty, unlocked GNOME Keyring. The arguments of each call of secret-tool go to a file. */
async function keyring(folder: string): Promise<{ env: Record<string, string>; calls: () => string }> {
  const [home, runtime, bin] = ['home', 'runtime', 'bin'].map((name) => join(folder, name));
  for (const path of [home, runtime, bin]) mkdirSync(String(path), { mode: 0o700 });
  const log = join(folder, 'calls.txt');
  const wrapper = join(String(bin), 'secret-tool');
  writeFileSync(wrapper, `#!/bin/sh\necho "$@" >> '${log}'\nexec ${secretTool} "$@"\n`);
  chmodSync(wrapper, 0o700);
  const own = {
    HOME: String(home),
    XDG_RUNTIME_DIR: String(runtime),
    XDG_DATA_HOME: join(String(home), 'share'),
    PATH: `${bin}:${process.env['PATH']}`,
  };
  const bus = spawn('dbus-run-session', ['--', 'sh', '-c', session], {
    env: { ...process.env, ...own },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    const ended = once(bus, 'close');
    bus.stdin.end();
    await ended;
  });
  const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
  return { env: { ...own, DBUS_SESSION_BUS_ADDRESS: address }, calls: () => readFileSync(log, 'utf8') };
}

/** Files below a folder. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it.skipIf(process.platform !== 'linux' || !existsSync(secretTool))(
  'the keys of a place are in the keychain, and nowhere else',
  async () => {
    const server = await startS3Server();
    onTestFinished(() => server.close());
    const { folder, data, file, call: plain } = studio();
    const { env, calls } = await keyring(folder);
    const call = (args: readonly string[], options: CallOptions = {}) => plain(args, { ...options, env });
    const start_urls = ['http://127.0.0.1:1/'];
    await call(['import', file('shop.json', { name: 'shop', allowed_domains: ['127.0.0.1'], start_urls })]);

    const keys = `${server.accessKey}:${server.secretKey}`;
    const stored = await call(['secrets', 'set', 'NAS'], { input: keys });
    expect(stored).toMatchObject({ code: 0, stderr: '' });
    expect((await call(['secrets', 'list'])).stdout).toContain('keychain:NAS');
    const where = ['--endpoint', server.endpoint, '--region', s3Region, '--secret', 'keychain:NAS'];
    const steps = [
      ['places', 'add', 'nas', `s3://${server.bucket}/studio`, ...where],
      ['places', 'test', 'nas'],
      ['backup', 'create', 'place:nas'],
      ['backup', 'verify', 'place:nas'],
      ['backup', 'create', join(folder, 'all.backup')],
      ['export', 'shop', '--format', 'json', '--run', 'all', '--output', join(folder, 'items.json')],
      ['pack', 'shop', '--output', join(folder, 'shop.pack')],
      ['places', 'list'],
    ];
    const told: string[] = [];
    for (const step of steps) {
      const { code, stdout, stderr } = await call(step);
      expect([step.slice(0, 2).join(' '), code, stderr]).toEqual([step.slice(0, 2).join(' '), 0, stderr]);
      told.push(stdout, stderr);
    }
    const written = filesOf(data).concat(['all.backup', 'items.json'].map((name) => join(folder, name)));
    const holders = written.filter((path) => readFileSync(path).includes(server.secretKey));
    const objects = [...server.objects].filter(([key, { body }]) =>
      (key.endsWith('.gz') ? gunzipSync(body) : body).includes(server.secretKey),
    );
    expect({ holders, objects: objects.map(([key]) => key) }).toEqual({ holders: [], objects: [] });
    expect(server.objects.size).toBe(3);
    expect(calls()).toContain('lookup');
    expect(calls() + told.join('')).not.toContain(server.secretKey);

    expect((await call(['secrets', 'remove', 'NAS'])).code).toBe(0);
    expect((await call(['secrets', 'list', '--json'])).json()).toEqual([]);
    expect((await call(['backup', 'list', 'place:nas'])).code).toBe(1);
  },
  120_000,
);

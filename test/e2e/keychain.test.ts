import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { s3Region, startS3Server } from '../servers/s3-server.ts';
import type { CallOptions } from './call.ts';
import { studio } from './command-line.ts';
import { hasKeyring, keyring } from './keyring.ts';

/** Files below a folder. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it.skipIf(!hasKeyring)(
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
  300_000,
);

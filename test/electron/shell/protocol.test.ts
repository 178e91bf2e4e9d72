import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../electron/host/serving/window-resources.ts';
import { answer } from '../../../electron/shell/protocol.ts';
import { windowPolicy } from '../../../shared/window/policy.ts';

const home = mkdtempSync(join(tmpdir(), 'spider-studio-shell-'));
const folder = join(home, 'window');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
writeFileSync(join(folder, 'assets', 'index-12345678.js'), 'run()');
writeFileSync(join(home, 'secret.txt'), 'secret');
symlinkSync(join(home, 'secret.txt'), join(folder, 'link.txt'));

const resources: Record<string, () => Resource> = {
  '/preview/1': () => ({ headers: { 'Content-Security-Policy': 'sandbox' }, body: '<p>' }),
  '/download/1': () => ({
    headers: { 'Content-Disposition': 'attachment' },
    body: Readable.from([Buffer.from('a,b\n'), Buffer.from('1,2\n')]),
  }),
};
const served = { folder, host: { resource: (path: string) => resources[path]?.() ?? null } };
const get = (url: string, method = 'GET') => answer({ url, method }, served);

describe('what the window loads', () => {
  it('gets its page under the policy of the loopback door', async () => {
    const response = get('app://bundle/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe(windowPolicy);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe('<!doctype html>');
  });

  it('gets scripts with their type', async () => {
    const response = get('app://bundle/assets/index-12345678.js');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe('run()');
    expect(await get('app://bundle/assets/index-12345678.js', 'HEAD').text()).toBe('');
  });

  it('gets previews and downloads from the host, with the headers that those have', async () => {
    const preview = get('app://bundle/preview/1');
    expect(preview.headers.get('content-security-policy')).toBe('sandbox');
    expect(await get('app://bundle/download/1').text()).toBe('a,b\n1,2\n');
    expect(await get('app://bundle/download/1', 'HEAD').text()).toBe('');
  });

  it.each([
    ['app://bundle/../secret.txt', 404],
    ['app://bundle/%2e%2e/secret.txt', 404],
    ['app://bundle/..%2fsecret.txt', 404],
    ['app://bundle/assets/..%5c..%5csecret.txt', 404],
    ['app://bundle/link.txt', 404],
    ['app://bundle//etc/passwd', 404],
    ['app://bundle/C:/secret.txt', 404],
    ['app://other/index.html', 404],
    ['app://me@bundle/index.html', 404],
    ['file:///etc/passwd', 404],
    ['app://bundle/preview/2', 404],
    ['app://bundle/assets', 404],
  ])('gets nothing from %s', async (address, status) => {
    const response = get(address);
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('secret');
  });

  it('cannot send anything', () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect(get('app://bundle/', method).status).toBe(405);
  });

  it('is told when it was never built', async () => {
    const response = answer(
      { url: 'app://bundle/', method: 'GET' },
      { ...served, folder: join(home, 'none') },
    );
    expect(await response.text()).toContain('npm run build');
  });
});

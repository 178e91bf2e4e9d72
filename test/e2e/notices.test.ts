import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

/** A webhook that keeps what it gets. */
async function webhook(status = 204) {
  const got: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      got.push(JSON.parse(body));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

describe('notices', () => {
  it('go through channels that are added, tried and removed', async () => {
    const { call } = studio();
    const { got, url } = await webhook();
    const added = await call(['notices', 'add', 'webhook', url, '--allow-private', '--json']);
    const channel = { kind: 'webhook', target: { url, allowPrivate: true }, timing: 'digest', enabled: true };
    expect(added.json()).toMatchObject({ id: '1', ...channel });
    expect((await call(['notices', 'test', '1', '--json'])).json()).toEqual({ sent: true, problem: null });
    expect(got).toMatchObject([{ kind: 'test', title: 'Spider Studio: a test' }]);

    const script =
      'process.stdin.on("data", (part) => process.stderr.write(JSON.parse(part).kind)); process.exitCode = 3;';
    const program = ['notices', 'add', 'command', '--each', '--', process.execPath, '-e', script];
    expect((await call(program)).stdout).toContain('Added channel 2: command');
    const failed = await call(['notices', 'test', '2']);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stdout).toContain('ended with exit code 3: test');

    const listed = (await call(['notices', 'list', '--json'])).json() as { channels: object[] };
    expect(listed.channels).toMatchObject([
      { id: '1', lastProblem: null, lastSentAt: expect.any(String) },
      { id: '2', timing: 'each', lastProblem: expect.stringContaining('exit code 3'), lastSentAt: null },
    ]);
    expect((await call(['notices', 'list'])).stdout).toContain('The digest is made at 07:00');
    expect((await call(['notices', 'remove', '1'])).stdout).toContain('Removed channel 1');
    expect(await call(['notices', 'test', '1'])).toMatchObject({ code: 1 });
  });

  it.each<[string, string[]]>([
    ['another kind', ['add', 'pigeon']],
    ['a webhook without a URL', ['add', 'webhook']],
    ['a command without a program', ['add', 'command']],
    ['a time that no clock shows', ['configure', '--at', '24:00']],
    ['what is no trouble', ['configure', '--off', 'rain']],
  ])('refuse %s as wrong use', async (_, args) => {
    const { call } = studio();
    expect(await call(['notices', ...args])).toMatchObject({ code: 2 });
  });

  it('are about what is chosen', async () => {
    const { call } = studio();
    const change = ['--at', '06:30', '--zone', 'europe/berlin', '--off', 'drop', '--quiet-nights', 'off'];
    const configured = (await call(['notices', 'configure', ...change, '--json'])).json();
    expect(configured).toMatchObject({
      digestAt: '06:30',
      zone: 'Europe/Berlin',
      on: { drop: false, failed: true },
      quietNights: false,
    });
    expect((await call(['notices', 'configure'])).stdout).toContain('No trouble: drop.');
    expect(await call(['notices', 'configure', '--zone', 'Europe/Atlantis'])).toMatchObject({ code: 1 });
  });
});

describe('a digest', () => {
  it('names the spiders that need a look, as text, as Markdown and as JSON', async () => {
    const { call, file } = studio();
    const page = (text: string): string => `<!doctype html><title>t</title><h1>${text}</h1>`;
    const site = await startServer({
      '*': ({ request, response }) => {
        const isPage = request.url !== '/robots.txt';
        response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(page('Shoe'));
      },
    });
    const spider = (name: string, selector: string) => ({
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: [site.url('/')],
      rules: [{ allow: ['.*'], callback: 'page', follow: false }],
      callbacks: { page: { extract: { heading: { css: selector } } } },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, PARSE_START_URL: true },
    });
    for (const [name, selector] of [
      ['good', 'h1::text'],
      ['broken', 'h7::text'],
    ] as const) {
      expect(await call(['import', file(`${name}.json`, spider(name, selector))])).toMatchObject({ code: 0 });
      await call(['crawl', name, '--allow-private']);
    }
    const json = await call(['digest', '--json']);
    expect(json.code).toBe(1);
    const { troubles, counts } = json.json() as {
      troubles: { spider: string; what: string }[];
      counts: object;
    };
    expect(counts).toMatchObject({ spiders: 2, runs: 2 });
    expect(troubles.map(({ what }) => what)).toContain('failed');
    expect(troubles.map(({ spider: name }) => name)).toContain('broken');
    const text = await call(['digest', '--since', '1h']);
    expect(text.stdout).toContain('default/broken failed: ');
    expect((await call(['digest', '--markdown'])).stdout).toContain('**default/broken**');
    const before = await call(['digest', '--since', '2d', '--until', '1d']);
    expect(before).toMatchObject({ code: 0 });
    expect(before.stdout).toContain('Nothing needs a look');
    expect(await call(['digest', '--since', 'yesterday'])).toMatchObject({ code: 1 });
    expect(await call(['digest', '--project', 'none'])).toMatchObject({ code: 1 });
  });
});

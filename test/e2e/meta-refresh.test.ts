import { describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

interface Outcome {
  run: string;
  counters: Record<'done' | 'failed' | 'skipped' | 'items', number>;
}

const refresh = (target: string) =>
  routes.page(
    `<!doctype html><title>moved</title><h1>Moved</h1><meta http-equiv="refresh" content="3; url=${target}">`,
  );
const article = (title: string) => routes.page(`<!doctype html><title>${title}</title><h1>${title}</h1>`);

async function site() {
  const server = await startServer({
    '/robots.txt': routes.page('User-agent: *\nDisallow: /private', { 'content-type': 'text/plain' }),
    '/': routes.page(
      '<a href="/moved">m</a> <a href="/into-private">p</a> <a href="/away">a</a> <a href="/loop-1">l</a> <a href="/twice">t</a>',
    ),
    '/moved': refresh('/there'),
    '/there': article('There'),
    '/into-private': refresh('/private/page'),
    '/private/page': article('Private'),
    '/away': refresh('http://elsewhere.example/'),
    '/loop-1': refresh('/loop-2'),
    '/loop-2': refresh('/loop-1'),
    '/twice': refresh('/there'),
  });
  onTestFinished(() => server.close());
  const { call, file } = studio();
  const spider = {
    name: 'moving',
    allowed_domains: ['127.0.0.1'],
    start_urls: [server.url('/')],
    rules: [{ allow: ['\\d/.+'], callback: 'page', follow: false }],
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS: 1, RETRY_TIMES: 0 },
  };
  await call(['import', file('moving.json', spider)]);
  return { server, call };
}

describe('pages with a meta refresh in a crawl', () => {
  it('are followed like redirects: by robots.txt, the domains and what the crawl has already', async () => {
    const { server, call } = await site();
    const outcome = (await call(['crawl', 'moving', '--allow-private', '--json'])).json<Outcome>();
    expect(outcome.counters).toMatchObject({ done: 2, failed: 1, skipped: 3, items: 1 });
    const items = (await call(['show', 'moving', '--json'])).stdout;
    expect(items).toContain('There');
    expect(items).not.toContain('Moved');
    const { reasons } = (await call(['runs', 'show', outcome.run, '--json'])).json<{
      reasons: { reason: string }[];
    }>();
    const told = reasons.map(({ reason }) => reason).join('\n');
    expect(told).toMatch(/elsewhere\.example.*outside allowed_domains/);
    expect(told).toMatch(/robots\.txt/);
    expect(told).toMatch(/loop-1 redirects in a loop/);
    expect(told).toMatch(/redirects to .*\/there, which is already part of this crawl/);
    expect(server.log.filter(({ url }) => url === '/there' || url === '/private/page')).toHaveLength(1);
    const log = (await call(['runs', 'tail', outcome.run])).stdout;
    expect(log).toContain('Redirected by a meta refresh after 3 s.');
  });

  it('are pages like any other where METAREFRESH_ENABLED is false', async () => {
    const { call } = await site();
    const outcome = (
      await call(['crawl', 'moving', '--allow-private', '--set', 'METAREFRESH_ENABLED=false', '--json'])
    ).json<Outcome>();
    expect(outcome.counters).toMatchObject({ done: 6, failed: 0, skipped: 0, items: 5 });
  });
});

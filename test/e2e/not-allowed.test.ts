import { expect, it, onTestFinished } from 'vitest';
import type { QueueEntry } from '../../shared/contract/types.ts';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

async function site() {
  const server = await startServer({
    '/robots.txt': routes.page('User-agent: *\nDisallow: /private', { 'content-type': 'text/plain' }),
    '/private/page': routes.page('<h1>Private</h1>'),
    '/away': routes.redirect('http://elsewhere.example/'),
  });
  onTestFinished(() => server.close());
  return server;
}

it.each([
  ['its address is private', '/away', [], /is a loopback address .* unless private addresses are allowed/u],
  ['robots.txt does not allow it', '/private/page', ['--allow-private'], /robots\.txt does not allow it/u],
  ['it leads elsewhere', '/away', ['--allow-private'], /outside allowed_domains/u],
] as const)('a crawl that may fetch nothing fails once where %s', async (_, path, more, reason) => {
  const server = await site();
  const { call, file } = studio();
  const spider = {
    name: 'refused',
    allowed_domains: ['127.0.0.1'],
    start_urls: [server.url(path)],
    settings: { DOWNLOAD_DELAY: 0, ROBOTSTXT_OBEY: true },
  };
  await call(['import', file('refused.json', spider)]);
  expect(await call(['crawl', '--all', ...more, '--json'])).toMatchObject({ code: 1 });
  const [entry] = (await call(['queue', 'list', '--json'])).json<QueueEntry[]>();
  expect(entry).toMatchObject({ state: 'failed', attempts: 1, reason: expect.stringMatching(reason) });
  expect((await call(['runs', 'list', '--json'])).json()).toMatchObject([
    { state: 'failed', cause: 'not-allowed', reason: entry?.reason },
  ]);
});

import { describe, expect, it } from 'vitest';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, problemOf, serve, textOf } from './session.ts';

/** A page with a meta refresh. */
const refresh = (content: string, headers: Record<string, string> = {}) =>
  routes.page(`<!doctype html><title>moved</title><meta http-equiv="refresh" content="${content}">`, headers);

const following = (options: Parameters<typeof client>[0] = {}) => client({ metaRefresh: true, ...options });

describe('a meta refresh', () => {
  it('is followed as a redirect and told with its delay', async () => {
    const server = await serve({ '/old': refresh('5;url=/new'), '/new': routes.page('new') });
    const page = pageOf(await following().fetch({ url: server.url('/old') }));
    expect(page).toMatchObject({
      url: server.url('/old'),
      finalUrl: server.url('/new'),
      hops: [{ url: server.url('/old'), status: 200, refreshSeconds: 5 }],
    });
    expect(new TextDecoder().decode(page.body)).toBe('new');
  });

  it('is part of the page where it is switched off, on error pages, and where only the beginning was asked for', async () => {
    const server = await serve({
      '/old': refresh('0;url=/new'),
      '/gone': routes.status(
        404,
        { 'content-type': 'text/html' },
        '<meta http-equiv=refresh content="0;url=/new">',
      ),
      '/new': routes.page('new'),
    });
    const url = server.url('/old');
    expect(pageOf(await client().fetch({ url })).finalUrl).toBe(url);
    expect(pageOf(await following().fetch({ url, cutAt: 1000 })).finalUrl).toBe(url);
    expect(pageOf(await following().fetch({ url: server.url('/gone') })).status).toBe(404);
  });

  it('counts with the redirects, whose limit holds', async () => {
    const server = await serve({
      '/a': refresh('0;url=/b'),
      '/b': routes.redirect('/c'),
      '/c': refresh('0;url=/d'),
      '/d': routes.page('there'),
    });
    const all = pageOf(await following({ limits: { maxRedirects: 3 } }).fetch({ url: server.url('/a') }));
    expect(all.hops.map(({ status }) => status)).toEqual([200, 302, 200]);
    const problem = problemOf(
      await following({ limits: { maxRedirects: 2 } }).fetch({ url: server.url('/a') }),
    );
    expect(problem).toMatchObject({ code: 'too-many-redirects' });
    expect(problem.message).toContain('more than 2 times');
  });

  it('in a loop ends when the loop closes', async () => {
    const server = await serve({ '/a': refresh('0;url=/b'), '/b': refresh('0;url=/a') });
    const problem = problemOf(await following().fetch({ url: server.url('/a') }));
    expect(problem.message).toContain('in a loop');
    expect(server.log).toHaveLength(2);
  });

  it('takes along the cookies that its page set', async () => {
    const server = await serve({
      '/': refresh('0;url=/inside', { 'set-cookie': 'seen=1' }),
      '/inside': ({ request, response }) => void response.end(request.headers.cookie ?? 'none'),
    });
    expect(textOf(await following().fetch({ url: server.url('/') }))).toBe('seen=1');
  });

  it('can be refused by whoever asked', async () => {
    const server = await serve({ '/': refresh('0;url=/next'), '/next': routes.page('next') });
    const onHop = (url: string) => (url.endsWith('/next') ? 'robots.txt says no.' : null);
    const refused = await following().fetch({ url: server.url('/') }, { onHop });
    expect(problemOf(refused)).toMatchObject({ code: 'blocked-hop', message: 'robots.txt says no.' });
    expect(server.log).toHaveLength(1);
  });
});

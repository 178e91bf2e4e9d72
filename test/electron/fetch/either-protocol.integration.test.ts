import { describe, expect, it } from 'vitest';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, problemOf, serve } from './session.ts';
import { tls, trustTestServers } from './trusted-tls.ts';

trustTestServers();

describe.each([
  ['HTTP/1.1', {}],
  ['HTTP/2', { tls, http2: 'only' }],
] as const)('over %s', (protocol, options) => {
  it('the head comes as it was sent: status line, order, spelling, and each header of one name', async () => {
    const server = await serve(
      {
        '/': ({ response }) => {
          response.setHeader('X-List', ['a', 'b']);
          response.setHeader('X-Caf', 'caf\u00e9');
          response.writeHead(404);
          response.end();
        },
      },
      options,
    );
    const { head } = pageOf(await client().fetch({ url: server.url('/') }));
    const isSecond = protocol === 'HTTP/2';
    expect(head?.statusLine).toBe(isSecond ? 'HTTP/2 404' : 'HTTP/1.1 404 Not Found');
    const name = isSecond ? 'x-list' : 'X-List';
    const first = head?.fields.indexOf(name) ?? -1;
    expect(head?.fields.slice(first, first + 6)).toEqual([
      name,
      'a',
      name,
      'b',
      isSecond ? 'x-caf' : 'X-Caf',
      'caf\u00e9',
    ]);
    expect(head?.fields.some((field) => field.startsWith(':'))).toBe(false);
  });

  it.each([200, 204, 304, 404, 410, 429, 500, 503])('status %i is an answer, not a problem', async (code) => {
    const server = await serve({ '/': routes.status(code) }, options);
    expect(pageOf(await client().fetch({ url: server.url('/') })).status).toBe(code);
  });

  it('several headers of one name are joined', async () => {
    const server = await serve(
      {
        '/': ({ response }) => {
          response.setHeader('x-list', ['a', 'b']);
          response.end();
        },
      },
      options,
    );
    expect(pageOf(await client().fetch({ url: server.url('/') })).headers['x-list']).toBe('a, b');
  });

  it('a header that HTTP has no way to write is refused', async () => {
    const server = await serve({ '/': routes.page('x') }, options);
    const session = client({ headers: { 'x-two': 'lines\r\nhost: evil' } });
    const problem = problemOf(await session.fetch({ url: server.url('/') }));
    expect(problem).toMatchObject({ code: 'protocol', transient: false });
    expect(problem.message).toContain('invalid x-two header');
  });

  it.each([
    [
      'a form',
      {
        method: 'POST',
        body: 'q=caf\u00e9',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ],
    ['an empty body', { method: 'POST', body: '', headers: {} }],
    ['no body', { method: 'POST', headers: {} }],
    ['another method', { method: 'PUT', body: '{"a": 1}', headers: { 'content-type': 'application/json' } }],
    ['a long body', { method: 'POST', body: 'x'.repeat(300_000), headers: {} }],
  ])('sends %s', async (_what, asked) => {
    const server = await serve({ '/': routes.echo }, options);
    const page = pageOf(await client().fetch({ url: server.url('/'), ...asked }));
    const body = 'body' in asked ? asked.body : '';
    expect(JSON.parse(Buffer.from(page.body).toString())).toMatchObject({
      method: asked.method,
      body,
      type: Object.values(asked.headers)[0] ?? null,
    });
  });

  it.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('after %i a POST is followed with %s', async (code, method) => {
    const server = await serve({ '/form': routes.redirect('/there', code), '/there': routes.echo }, options);
    const asked = { method: 'POST', body: 'a=1', headers: { 'content-type': 'text/plain', 'x-own': 'kept' } };
    const page = pageOf(await client().fetch({ url: server.url('/form'), ...asked }));
    const keeps = method === 'POST';
    expect(JSON.parse(Buffer.from(page.body).toString())).toMatchObject({
      method,
      body: keeps ? 'a=1' : '',
      type: keeps ? 'text/plain' : null,
    });
    expect(server.log.at(-1)?.headers['x-own']).toBe('kept');
    expect(page.hops).toEqual([{ url: server.url('/form'), status: code }]);
  });

  it('a form that leads back to its own address as a page is no loop', async () => {
    const server = await serve(
      {
        '/form': (visit) =>
          (visit.request.method === 'POST' ? routes.redirect('/form', 303) : routes.echo)(visit),
      },
      options,
    );
    const page = pageOf(await client().fetch({ url: server.url('/form'), method: 'POST', body: 'a=1' }));
    expect(page.status).toBe(200);
  });
});

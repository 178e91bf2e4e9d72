import { describe, expect, it, onTestFinished } from 'vitest';
import { frames, startFrameServer } from '../../servers/frames.ts';
import * as routes from '../../servers/routes.ts';
import { client, pageOf, problemOf, serve } from './session.ts';
import { tls, trustTestServers } from './trusted-tls.ts';

trustTestServers();

describe('nonsense over HTTP/1.1', () => {
  it.each([
    ['000', /^127\.0\.0\.1:\d+ answered with something that is not valid HTTP\.$/],
    ['099', /answered with something that is not valid HTTP\.$/],
    ['-200', /answered with something that is not valid HTTP\.$/],
    ['1000', /answered with something that is not valid HTTP\.$/],
    ['100', /answered with the status 100 \(Continue\), which was not requested, instead of a page\.$/],
    ['101', /switches the protocol \(status 101\), which was not requested\.$/],
  ])('the status %s is told in a sentence', async (status, message) => {
    const upgrade = status === '101' ? 'connection: upgrade\r\nupgrade: x\r\n' : '';
    const answer = `HTTP/1.1 ${status} What\r\n${upgrade}content-length: 2\r\n\r\nok`;
    const server = await serve({ '/': routes.raw(answer) });
    expect(problemOf(await client().fetch({ url: server.url('/') })).message).toMatch(message);
    await server.quiet();
  });

  it.each([600, 999])('the status %d is an answer like any other', async (status) => {
    const server = await serve({ '/': routes.raw(`HTTP/1.1 ${status} What\r\ncontent-length: 2\r\n\r\nok`) });
    expect(pageOf(await client().fetch({ url: server.url('/') })).status).toBe(status);
  });

  it.each([
    ['two lengths', 'content-length: 2\r\ncontent-length: 3'],
    ['a length beside chunks', 'content-length: 5\r\ntransfer-encoding: chunked'],
    ['a length beyond all numbers', 'content-length: 99999999999999999999999999'],
  ])('%s: nobody can tell whether the page is whole', async (_what, header) => {
    const body = header.includes('chunked') ? '2\r\nok\r\n0\r\n\r\n' : 'ok';
    const server = await serve({ '/': routes.raw(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n${body}`) });
    expect(problemOf(await client().fetch({ url: server.url('/') })).message).toMatch(
      /sent another length of \S+ than it announced \(Content-Length\), so it may be incomplete\.$/,
    );
  });

  it('a negative length is not valid HTTP', async () => {
    const server = await serve({ '/': routes.raw('HTTP/1.1 200 OK\r\ncontent-length: -2\r\n\r\nok') });
    const problem = problemOf(await client().fetch({ url: server.url('/') }));
    expect(problem.message).toMatch(/answered with something that is not valid HTTP\.$/);
  });

  it('interim answers without end are not waited for', async () => {
    const storm = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(10_001);
    const server = await serve({ '/': routes.raw(storm, 'stay') });
    const problem = problemOf(await client().fetch({ url: server.url('/') }));
    expect(problem).toMatchObject({ code: 'protocol', transient: false });
    expect(problem.message).toMatch(/sent more than 10,000 interim answers \(status 1xx\) and no page\.$/);
    await server.quiet();
  });
});

describe('nonsense over HTTP/2', () => {
  const answering = async (...fields: string[]): Promise<string> => {
    const server = await startFrameServer(
      ({ stream, send }) =>
        send(Buffer.concat(fields.map((status) => frames.headers(stream, [[':status', status]])))),
      { tls },
    );
    onTestFinished(() => server.close());
    return problemOf(await client().fetch({ url: server.url('/') })).message;
  };

  it('the status 000 breaks the protocol', async () => {
    expect(await answering('000')).toMatch(/aborted its response \(HTTP\/2: PROTOCOL_ERROR\)\.$/);
  });

  it('interim answers without end are not waited for', async () => {
    const storm = Array.from({ length: 10_001 }, () => '103');
    expect(await answering(...storm)).toMatch(
      /sent more than 10,000 interim answers \(status 1xx\) and no page\.$/,
    );
  });
});

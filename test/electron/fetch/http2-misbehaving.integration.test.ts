import { describe, expect, it, onTestFinished } from 'vitest';
import type { FetchLimits } from '../../../electron/fetch/types.ts';
import * as routes from '../../servers/routes.ts';
import { startServer } from '../../servers/server.ts';
import { frame, frames, good, packed, startFrameServer } from '../../servers/frames.ts';
import type { FrameOptions, FrameVisit } from '../../servers/frames.ts';
import { client, pageOf, problemOf, textOf } from './session.ts';
import { tls, trustTestServers } from './trusted-tls.ts';

const overHttp1 = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 8\r\n\r\nover 1.1';

trustTestServers();

async function serve(answer: (visit: FrameVisit) => void, options: Partial<FrameOptions> = {}) {
  const server = await startFrameServer(answer, { tls, ...options });
  onTestFinished(() => server.close());
  return server;
}

const page = (stream: number, text = 'over 2'): Buffer[] => [
  frames.headers(stream, good),
  frames.data(stream, text, true),
];
const begin = (stream: number, ...more: [string, string][]): Buffer[] => [
  frames.headers(stream, [...good, ...more]),
  frames.data(stream, 'half'),
];
const codes = { none: 0, internal: 2, refused: 7, cancel: 8, calm: 11, http11: 13 };
const many = (count: number, bytes: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => bytes));

/** What the server does to every request; what is told of it where there is no HTTP/1.1 to fall back to. */
const faults: [string, (visit: FrameVisit) => void, 'connection' | 'protocol', RegExp][] = [
  [
    'a reset before the answer',
    ({ stream, send }) => send(frames.reset(stream, codes.internal)),
    'connection',
    /aborted its response \(HTTP\/2: INTERNAL_ERROR\)/,
  ],
  [
    'a reset in the middle of the answer',
    ({ stream, send }) => send(...begin(stream), frames.reset(stream, codes.cancel)),
    'connection',
    /aborted its response \(HTTP\/2: CANCEL\)/,
  ],
  [
    'a reset without an error in the middle of the answer',
    ({ stream, send }) => send(...begin(stream), frames.reset(stream, codes.none)),
    'connection',
    /aborted its response \(HTTP\/2: NO_ERROR\)/,
  ],
  [
    'a reset without an error before the answer',
    ({ stream, send }) => send(frames.reset(stream, codes.none)),
    'connection',
    /aborted its response/,
  ],
  [
    'a wish for HTTP/1.1',
    ({ stream, send }) => send(frames.reset(stream, codes.http11)),
    'connection',
    /HTTP_1_1_REQUIRED/,
  ],
  [
    'requests that are refused, again and again',
    ({ stream, send }) => send(frames.reset(stream, codes.refused)),
    'connection',
    /REFUSED_STREAM/,
  ],
  [
    'GOAWAY with an error in the middle of the answer',
    ({ stream, send }) => send(...begin(stream), frames.goAway(stream, codes.internal)),
    'connection',
    /aborted its response \(HTTP\/2: INTERNAL_ERROR\)/,
  ],
  [
    'GOAWAY that asks for calm',
    ({ send }) => send(frames.goAway(0, codes.calm)),
    'connection',
    /ENHANCE_YOUR_CALM/,
  ],
  [
    'a connection closed before the answer',
    ({ close }) => close(),
    'connection',
    /closed the connection before/,
  ],
  ['a connection reset before the answer', ({ cut }) => cut(), 'connection', /closed the connection before/],
  [
    'a body shorter than its length',
    ({ stream, send }) =>
      send(frames.headers(stream, [...good, ['content-length', '9']]), frames.data(stream, 'half', true)),
    'connection',
    /PROTOCOL_ERROR/,
  ],
  [
    'a body longer than its length',
    ({ stream, send }) =>
      send(frames.headers(stream, [...good, ['content-length', '2']]), frames.data(stream, 'long', true)),
    'protocol',
    /not valid HTTP\/2/,
  ],
  [
    'a header of HTTP/1.1',
    ({ stream, send }) => send(frames.headers(stream, [...good, ['connection', 'close']], { last: true })),
    'connection',
    /PROTOCOL_ERROR/,
  ],
  [
    'an answer without a status',
    ({ stream, send }) => send(frames.headers(stream, [['content-type', 'x']], { last: true })),
    'connection',
    /PROTOCOL_ERROR/,
  ],
  [
    'a body without headers',
    ({ stream, send }) => send(frames.data(stream, 'x', true)),
    'protocol',
    /not valid/,
  ],
  ['HTTP/1.1 instead', ({ send }) => send(Buffer.from(overHttp1)), 'protocol', /not valid HTTP\/2/],
  [
    'headers that cannot be unpacked',
    ({ stream, send }) => send(frame(1, 5, stream, Buffer.alloc(8, 0xff))),
    'protocol',
    /not valid/,
  ],
  [
    'a frame that is too large',
    ({ stream, send }) => send(frames.headers(stream, good), frames.data(stream, Buffer.alloc(20_000))),
    'protocol',
    /not valid/,
  ],
  [
    'a page that nobody asked for',
    ({ stream, send }) =>
      send(
        frames.promise(stream, 2, [
          [':method', 'GET'],
          [':path', '/x'],
          [':scheme', 'https'],
          [':authority', 'x'],
        ]),
      ),
    'protocol',
    /not valid/,
  ],
  ['pings without measure', ({ send }) => send(many(5000, frames.ping())), 'protocol', /not valid/],
  [
    'empty pieces without measure',
    ({ stream, send }) => send(frames.headers(stream, good), many(20_000, frames.data(stream, ''))),
    'protocol',
    /not valid/,
  ],
  [
    'headers in pieces without end',
    ({ stream, send }) => {
      const piece = frames.continuation(stream, packed([['x', 'y'.repeat(1000)]]), false);
      send(frames.headers(stream, good, { whole: false }), many(50, piece));
    },
    'protocol',
    /not valid/,
  ],
];

describe.each(faults)('a host that answers HTTP/2 with %s', (_what, fault, code, message) => {
  it('is asked once more over HTTP/1.1, and asked no other way from then on', async () => {
    const server = await serve(fault, { http1: overHttp1 });
    const session = client();
    expect(textOf(await session.fetch({ url: server.url('/1') }))).toBe('over 1.1');
    const { http2 } = server.requests;
    expect(http2).toBeLessThanOrEqual(2);
    expect(textOf(await session.fetch({ url: server.url('/2') }))).toBe('over 1.1');
    expect(server.requests).toEqual({ http2, http1: 2 });
    await session.close();
    await server.quiet();
  });

  it('and has nothing else is told as it would be over HTTP/1.1, and HTTP/1.1 is tried once', async () => {
    const server = await serve(fault);
    const session = client();
    for (const path of ['/1', '/2']) {
      const problem = problemOf(await session.fetch({ url: server.url(path) }));
      expect(problem).toMatchObject({ code, transient: code === 'connection' });
      expect(problem.message).toMatch(message);
      expect(problem.message).toMatch(/^127\.0\.0\.1:\d+ [^\n]+\.$/);
    }
    await session.close();
    await server.quiet();
  });
});

describe('a host whose HTTP/2 has faults, and whose HTTP/1.1 does not work at all', () => {
  it.each(['', 'SSH-2.0-OpenSSH_9.9\r\n'])('is asked over HTTP/1.1 once (%o)', async (http1) => {
    const server = await serve(
      ({ stream, send, earlier }) =>
        send(...(earlier.inAll % 2 === 0 ? [frames.reset(stream, codes.internal)] : page(stream))),
      { http1 },
    );
    const session = client();
    const results = [];
    for (const path of ['/1', '/2', '/3', '/4']) results.push(await session.fetch({ url: server.url(path) }));
    expect(
      results.map((result) => (result.ok ? 'page' : result.problem.message.includes('INTERNAL'))),
    ).toEqual([true, 'page', true, 'page']);
    expect(server.protocols.filter((protocol) => protocol === 'http/1.1').length).toBeLessThanOrEqual(2);
  });
});

describe('requests that share a connection', () => {
  /** The third of four at once brings the connection down; all others are answered when all have come. */
  const brings = (down: (visit: FrameVisit) => void) => {
    let held: FrameVisit[] = [];
    let culprit: number | null = null;
    return (visit: FrameVisit): void => {
      if (visit.earlier.inAll === 0) return visit.send(...page(visit.stream));
      if (culprit !== null) return visit.send(...page(visit.stream));
      held.push(visit);
      if (held.length < 4) return undefined;
      culprit = held[2]?.stream ?? 0;
      held = [];
      return down(visit);
    };
  };
  const paths = ['/1', '/2', '/3', '/4'];

  it.each([
    ['something that is not HTTP/2', ({ send }: FrameVisit) => send(Buffer.from(overHttp1))],
    ['GOAWAY with an error', ({ send }: FrameVisit) => send(frames.goAway(99, codes.internal))],
    ['a cut', ({ cut }: FrameVisit) => cut()],
  ])('and lose it to %s are asked for again, where there is only HTTP/2', async (_what, down) => {
    const server = await serve(brings(down));
    const session = client();
    await session.fetch({ url: server.url('/') });
    const results = await Promise.all(paths.map((path) => session.fetch({ url: server.url(path) })));
    expect(results.map((result) => textOf(result))).toEqual(paths.map(() => 'over 2'));
    await session.close();
    await server.quiet();
  });

  it('and lose it find out together whether HTTP/1.1 works', async () => {
    const server = await serve(
      brings(({ send }) => send(Buffer.from('what?'.repeat(10)))),
      { http1: overHttp1 },
    );
    const session = client();
    await session.fetch({ url: server.url('/') });
    const results = await Promise.all(paths.map((path) => session.fetch({ url: server.url(path) })));
    expect(results.map((result) => textOf(result))).toEqual(paths.map(() => 'over 1.1'));
    expect(server.requests).toEqual({ http2: 5, http1: 4 });
  });

  it('of which one always brings it down lose nothing but that one', async () => {
    // One header of 100 KB is more than HTTP/2 can have: the whole connection is at fault.
    const server = await startServer(
      {
        '/bad': ({ response }) => void response.writeHead(200, { 'x-long': 'y'.repeat(100_000) }).end('x'),
        '*': routes.page('good'),
      },
      { tls, http2: 'only' },
    );
    onTestFinished(() => server.close());
    const session = client({ connectionsPerOrigin: 8 });
    const asked = ['/bad', ...Array.from({ length: 15 }, (_, n) => `/${n}`)];
    const results = await Promise.all(asked.map((path) => session.fetch({ url: server.url(path) })));
    const [bad, ...others] = results;
    expect(bad?.ok === false && bad.problem.code).toBe('protocol');
    expect(others.map((result) => textOf(result))).toEqual(others.map(() => 'good'));
  });
});

describe('what is no fault of HTTP/2', () => {
  it('a request that is refused once is sent again over it', async () => {
    const server = await serve(
      ({ stream, send, earlier }) =>
        send(...(earlier.inAll === 0 ? [frames.reset(stream, codes.refused)] : page(stream))),
      { http1: overHttp1 },
    );
    expect(textOf(await client().fetch({ url: server.url('/') }))).toBe('over 2');
    expect(server.requests).toEqual({ http2: 2, http1: 0 });
  });

  it('GOAWAY after so many requests loses none of those that are under way', async () => {
    // As servers do that allow a number of requests for a connection: four at once, of which the first two are worked on.
    const held: FrameVisit[] = [];
    const server = await serve(
      (visit) => {
        if (visit.earlier.inAll === 0 || visit.earlier.inAll > 4) return visit.send(...page(visit.stream));
        held.push(visit);
        if (held.length < 4) return undefined;
        const [first, second] = held;
        visit.send(frames.goAway(second?.stream ?? 0, codes.none));
        for (const served of [first, second]) served?.send(...page(served.stream));
        return undefined;
      },
      { http1: overHttp1 },
    );
    const session = client();
    await session.fetch({ url: server.url('/') });
    const results = await Promise.all(
      ['/1', '/2', '/3', '/4'].map((path) => session.fetch({ url: server.url(path) })),
    );
    expect(results.map((result) => textOf(result))).toEqual(['over 2', 'over 2', 'over 2', 'over 2']);
    expect(server.requests).toEqual({ http2: 7, http1: 0 });
    expect(server.protocols).toEqual(['h2', 'h2']);
  });

  it('a kept connection that is gone is replaced, and the request is sent again', async () => {
    const server = await serve(
      ({ stream, send, earlier, cut }) => (earlier.inAll === 1 ? cut() : send(...page(stream))),
      { http1: overHttp1 },
    );
    const session = client();
    for (const path of ['/1', '/2']) {
      expect(textOf(await session.fetch({ url: server.url(path) }))).toBe('over 2');
    }
    expect(server.requests).toEqual({ http2: 3, http1: 0 });
  });

  it.each([
    ['closed', ({ close }: FrameVisit) => close()],
    ['reset', ({ cut }: FrameVisit) => cut()],
  ])('an answer that stops because the connection is %s is a lost connection', async (_how, end) => {
    const server = await serve(
      (visit) => {
        if (visit.earlier.inAll !== 1) return visit.send(...page(visit.stream));
        visit.send(...begin(visit.stream));
        return end(visit);
      },
      { http1: overHttp1 },
    );
    const session = client();
    await session.fetch({ url: server.url('/1') });
    const problem = problemOf(await session.fetch({ url: server.url('/2') }));
    expect(problem).toMatchObject({ code: 'connection', transient: true });
    expect(problem.message).toMatch(/closed the connection before its answer was complete\.$/);
    expect(textOf(await session.fetch({ url: server.url('/3') }))).toBe('over 2');
    expect(server.requests.http1).toBe(0);
  });

  it('silence is a timeout, and the connection is given up', async () => {
    const limits: Partial<FetchLimits> = { timeoutMs: 200 };
    const server = await serve(() => undefined, { http1: overHttp1 });
    const session = client({ limits });
    const first = problemOf(await session.fetch({ url: server.url('/1') }));
    expect(first).toMatchObject({ code: 'timeout', transient: true });
    await server.quiet();
    expect(server.requests).toEqual({ http2: 1, http1: 0 });
    expect(server.protocols).toEqual(['h2']);
  });

  it('an answer that has no end is cancelled, and nothing else on its connection', async () => {
    const server = await serve(({ stream, send, earlier }) => {
      if (earlier.inAll !== 1) return send(...page(stream));
      return send(frames.headers(stream, good), many(20, frames.data(stream, Buffer.alloc(10_000, 'x'))));
    });
    const session = client({ limits: { maxBytes: 100_000 } });
    await session.fetch({ url: server.url('/1') });
    expect(problemOf(await session.fetch({ url: server.url('/2') })).code).toBe('too-large');
    expect(textOf(await session.fetch({ url: server.url('/3') }))).toBe('over 2');
    expect(server.resets).toEqual([{ stream: 3, code: codes.cancel }]);
    expect(server.protocols).toEqual(['h2']);
  });

  it('a connection on which nothing comes any more is not waited for twice', async () => {
    const server = await serve(({ stream, send, earlier }) => {
      if (earlier.inAll !== 1) send(...page(stream));
    });
    const session = client({ limits: { timeoutMs: 200 } });
    await session.fetch({ url: server.url('/1') });
    expect(problemOf(await session.fetch({ url: server.url('/2') })).code).toBe('timeout');
    expect(textOf(await session.fetch({ url: server.url('/3') }))).toBe('over 2');
    expect(server.protocols).toEqual(['h2', 'h2']);
  });

  it('a server that allows no requests at all is a timeout', async () => {
    const server = await serve(() => undefined, { first: frames.settings({ 3: 0 }) });
    const session = client({ limits: { timeoutMs: 200 } });
    const results = await Promise.all(['/1', '/2'].map((path) => session.fetch({ url: server.url(path) })));
    for (const result of results) {
      expect(['timeout', 'connection', 'tls']).toContain(problemOf(result).code);
      expect(problemOf(result).code).not.toBe('protocol');
    }
    await session.close();
    await server.quiet();
  });
});

describe('what HTTP/2 has and a crawl does not need', () => {
  it.each([
    [
      'early hints',
      (stream: number) => [
        frames.headers(stream, [
          [':status', '103'],
          ['link', '</x>'],
        ]),
        ...page(stream),
      ],
    ],
    [
      'hints without measure',
      (stream: number) => [
        many(
          2000,
          frames.headers(stream, [
            [':status', '103'],
            ['link', '</x>'],
          ]),
        ),
        ...page(stream),
      ],
    ],
    [
      'trailers',
      (stream: number) => [
        frames.headers(stream, good),
        frames.data(stream, 'over 2'),
        frames.headers(stream, [['x-sum', '1']], { last: true }),
      ],
    ],
    [
      'a reset when all has been said',
      (stream: number) => [...page(stream), frames.reset(stream, codes.none)],
    ],
    ['pings', (stream: number) => [frames.ping(), ...page(stream)]],
    [
      'frames that nobody knows',
      (stream: number) => [frame(0x42, 0, stream, Buffer.from('x')), ...page(stream)],
    ],
  ])('%s', async (_what, answer) => {
    const server = await serve(({ stream, send }) => send(...answer(stream)));
    const session = client();
    const result = await session.fetch({ url: server.url('/') });
    expect(textOf(result)).toBe('over 2');
    expect(pageOf(result).headers).not.toHaveProperty('link');
    expect(textOf(await session.fetch({ url: server.url('/') }))).toBe('over 2');
    expect(server.protocols).toEqual(['h2']);
  });
});

import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Renderer } from '../../../electron/browser/types.ts';
import { startProxy } from '../../servers/proxy.ts';
import { page, redirect } from '../../servers/routes.ts';
import { startServer, type TestServer } from '../../servers/server.ts';
import { publicNetwork, type PublicNetwork } from './public-network.ts';
import { createRenderer } from '../../../electron/browser/renderer.ts';
import { given, rendered, request, testBrowser, textOf } from './support.ts';

const filler = '<p>'.concat('some words to read '.repeat(30), '</p>');

/** The site that everybody may reach, and a server on loopback that nobody may. */
let site: TestServer;
let inside: TestServer;
let udp: UdpSocket;
let packets = 0;
let network: PublicNetwork;
let renderer: Renderer;

beforeAll(async () => {
  inside = await startServer({ '*': page('inside') });
  udp = createSocket('udp4');
  udp.on('message', () => (packets += 1));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  site = await startServer({
    '/': page(`<h1>public</h1>${filler}`),
    '/to-inside': redirect(() => inside.url('/redirected')),
    '/to-name': redirect('http://inside.test/redirected'),
    '/to-file': redirect('file:///etc/passwd'),
    '/script-to-inside': page(`${filler}<script>location.href = '${inside.url('/by-script')}'</script>`),
    '/ok': page('fetched', { 'access-control-allow-origin': '*' }),
    '/worker.js': page(
      `fetch('${inside.url('/worker')}', { mode: 'no-cors' }).catch(() => 0).finally(() => postMessage('tried'))`,
      { 'content-type': 'text/javascript' },
    ),
    '/worker': page(
      `${filler}<script>new Worker('/worker.js').onmessage = ({ data }) => { document.body.dataset.worker = data; }</script>`,
    ),
    '/shared.js': page(
      `onconnect = ({ ports: [port] }) => fetch('${inside.url('/shared')}', { mode: 'no-cors' }).catch(() => 0).finally(() => port.postMessage('tried'))`,
      { 'content-type': 'text/javascript' },
    ),
    '/shared': page(
      `${filler}<script>new SharedWorker('/shared.js').port.onmessage = ({ data }) => { document.body.dataset.shared = data; }</script>`,
    ),
    '/rebind': page(
      `${filler}<script>fetch('http://rebind.test/ok').then((a) => a.text()).then((t) => { document.body.dataset.first = t; return new Promise((done) => setTimeout(done, 100)); }).then(() => fetch('http://rebind.test:81/ok')).catch(() => { document.body.dataset.second = 'refused'; })</script>`,
    ),
  });
  network = publicNetwork(site.port, {
    'inside.test': ['127.0.0.1'],
    'rebind.test': ['93.184.216.34', '127.0.0.1'],
  });
  renderer = createRenderer({ executable: testBrowser(), tabs: 2, allowPrivate: false, network });
});
afterAll(async () => {
  await renderer.close();
  udp.close();
  await Promise.all([site.close(), inside.close()]);
});

/** The page at public.test that consists of this. */
const at = (html: string) => request('http://public.test/given', { document: given(html + filler) });

describe('a page from outside', () => {
  it('is shown', async () => {
    expect(textOf(await rendered(renderer, request('http://public.test/')))).toContain('<h1>public</h1>');
  });

  it.each([
    ['by fetch', (url: string) => `<script>fetch('${url}', { mode: 'no-cors' })</script>`],
    [
      'by XMLHttpRequest',
      (url: string) => `<script>const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send()</script>`,
    ],
    ['by a script element', (url: string) => `<script src="${url}"></script>`],
    ['by a style sheet', (url: string) => `<link rel="stylesheet" href="${url}">`],
    ['by a frame', (url: string) => `<iframe src="${url}"></iframe>`],
    [
      'by a form',
      (url: string) =>
        `<form target="f" method="post" action="${url}"></form><iframe name="f"></iframe><script>document.forms[0].submit()</script>`,
    ],
    ['by a beacon', (url: string) => `<script>navigator.sendBeacon('${url}', 'x')</script>`],
    ['by an event stream', (url: string) => `<script>new EventSource('${url}')</script>`],
    ['by a WebSocket', (url: string) => `<script>new WebSocket('${url.replace('http', 'ws')}')</script>`],
    [
      'by preloading',
      (url: string) =>
        `<link rel="preload" as="script" href="${url}"><link rel="preconnect" href="${url}"><link rel="prefetch" href="${url}">`,
    ],
    [
      'by a worker of its own making',
      (url: string) =>
        `<script>new Worker(URL.createObjectURL(new Blob(["fetch('${url}', { mode: 'no-cors' })"])))</script>`,
    ],
  ])('does not reach loopback %s', async (_, html) => {
    await rendered(renderer, at(html(inside.url('/x')) + html('http://inside.test/x')));
    expect(inside.accepted()).toBe(0);
  });

  it.each([
    ['a worker', '/worker', 'data-worker="tried"'],
    ['a shared worker', '/shared', 'data-shared="tried"'],
  ])('does not reach loopback through %s from its site', async (_, path, mark) => {
    expect(textOf(await rendered(renderer, request(`http://public.test${path}`)))).toContain(mark);
    expect(inside.accepted()).toBe(0);
  });

  it('does not reach a name that has changed its mind since it was allowed', async () => {
    const text = textOf(await rendered(renderer, request('http://public.test/rebind')));
    expect(text).toContain('data-first="fetched"');
    expect(text).toContain('data-second="refused"');
  });

  it('sends nothing past the gate: WebRTC, WebTransport', async () => {
    const { port } = udp.address();
    const html = `<script>const pc = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
      pc.createDataChannel('x'); pc.createOffer().then((offer) => pc.setLocalDescription(offer));
      try { new WebTransport('https://127.0.0.1:${port}/').ready.catch((error) => { document.body.dataset.transport = error.name; }); } catch {}</script>`;
    const asked = { ...at(html), url: 'https://public.test/given' };
    const text = textOf(await rendered(renderer, asked));
    expect(text).toContain('data-transport="WebTransportError"');
    expect(packets).toBe(0);
  });

  it('is not read where it leads inside', async () => {
    const why = async (url: string) => {
      const result = await renderer.render(request(url));
      return result.ok ? 'a page' : `${result.problem.code}: ${result.problem.message}`;
    };
    const address =
      'blocked-address: 127.0.0.1 is a loopback address and is not fetched unless private addresses are allowed.';
    expect(await why('http://public.test/to-inside')).toBe(address);
    expect(await why('http://public.test/script-to-inside')).toBe(address);
    expect(await why(inside.url('/'))).toBe(address);
    expect(await why('http://public.test/to-name')).toContain(
      'blocked-address: inside.test has the address 127.0.0.1',
    );
    expect(await why('https://inside.test/')).toContain(
      'blocked-address: inside.test has the address 127.0.0.1',
    );
    expect(await why('http://public.test/to-file')).not.toBe('a page');
    expect(inside.accepted()).toBe(0);
  });

  it('is told apart: what it loads, and what it was refused', async () => {
    const page = await rendered(renderer, at(`<script>fetch('${inside.url('/x')}').catch(() => 0)</script>`));
    expect(page.rendering.refused).toBe(1);
    expect((await rendered(renderer, at('<p>quiet</p>'))).rendering.refused).toBe(0);
  });

  it('goes by the proxy of the crawl with all that it loads', async () => {
    const proxy = await startProxy({ kind: 'http', hosts: { 'public.test': '127.0.0.1' } });
    const url = `http://public.test:${site.port}/`;
    const html = `<script>fetch('/ok').then((answer) => answer.text()).then((text) => { document.body.dataset.text = text; }); fetch('${inside.url('/x')}', { mode: 'no-cors' })</script>${filler}`;
    const before = network.asked.length;
    const page = await rendered(
      renderer,
      request(url, { document: given(html), proxy: { id: 'p', url: proxy.url } }),
    );
    expect(textOf(page)).toContain('data-text="fetched"');
    expect(proxy.log.map(({ target }) => target)).toEqual([`${url}ok`]);
    expect(network.asked).toHaveLength(before);
    await proxy.die();
    const result = await renderer.render(request(url, { proxy: { id: 'p', url: proxy.url } }));
    expect(result).toMatchObject({ ok: false, problem: { code: 'proxy' } });
  });
});

import { openApi, type Api } from '../../../../electron/api/server.ts';
import { HostError } from '../../../../electron/host/errors.ts';
import { createDispatcher, type Dispatch } from '../../../../electron/host/serving/dispatcher.ts';
import { openHost, type OpenHost } from '../../host/open-host.ts';
import * as routes from '../../../servers/routes.ts';
import { startServer, type TestServer } from '../../../servers/server.ts';

/** A studio that may be hurt: a data folder, a site and a server of its own. */
export interface HurtStudio {
  api: Api;
  host: OpenHost;
  site: TestServer;
  key: string;
  /** What is known of it, by the names of arguments. */
  known: Record<string, readonly unknown[]>;
  /** Puts back what requests may have removed. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

const page = (n: number): string =>
  `<!doctype html><title>Lamp ${n}</title><h1>Lamp ${n}</h1><p class="price">${n}9.50</p><table><tr><td>a</td><td>b</td></tr></table>`;

export async function openHurtStudio(): Promise<HurtStudio> {
  const site = await startServer({
    '/': routes.page('<a href="/item/1">1</a><a href="/item/2">2</a>'),
    '/robots.txt': routes.status(404),
    '/item/1': routes.page(page(1)),
    '/item/2': routes.page(page(2)),
    '/hook': routes.status(204),
  });
  const host = await openHost();
  const text = JSON.stringify({
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [site.url('/')],
    rules: [{ allow: ['/item/'], callback: 'parse_product' }],
    callbacks: { parse_product: { extract: { title: { css: 'h1::text' }, price: { css: '.price::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ROBOTSTXT_OBEY: false },
  });
  const restore = async (): Promise<void> => {
    await host.ask('projects.create', { name: 'default' });
    await host.ask('spiders.save', { project: 'default', spider: null, text, base: null });
  };
  await restore();
  const { run } = await host.call('runs.start', {
    project: 'default',
    spider: 'shop',
    limit: null,
    allowPrivate: true,
  });
  await host.call('runs.wait', { run: run.id });
  const added = { project: 'default', spider: 'shop', allowPrivate: true };
  for (const path of ['/item/1', '/item/2'])
    await host.call('pages.addUrl', { ...added, url: site.url(path) });
  // The key of these requests is the third: others may be revoked.
  await host.call('keys.create', { name: 'first' });
  await host.call('keys.create', { name: 'second' });
  const { secret } = await host.call('keys.create', { name: 'third' });
  const api = await openApi({
    host: { ...host.host, dispatch: sparing(host.host.dispatch) },
    address: '127.0.0.1',
    port: 0,
    allowPrivate: true,
    limits: { perMinute: 10_000_000, atOnce: 1000 },
  });
  return {
    api,
    host,
    site,
    key: secret,
    known: {
      ...Object.fromEntries(
        [
          'run',
          'page',
          'item',
          'entry',
          'request',
          'schedule',
          'id',
          'export',
          'before',
          'after',
          'webhook',
        ].map((name) => [name, ['1', '2']]),
      ),
      key: ['1', '2'],
      project: ['default'],
      spider: ['shop'],
      callback: ['parse_product'],
      text: [text, '{', '{"name": "shop"}', 'h1'],
      file: ['shop.json'],
      url: [site.url('/item/1'), site.url('/none'), 'http://127.0.0.1:1/', 'file:///etc/passwd', 'shop'],
      replaceUrl: [{ from: site.url('/'), to: site.url('/') }],
      target: [site.url('/item/1'), 'place:cloud', { kind: 'download' }],
      endpoint: [site.origin, null],
      language: ['css', 'xpath', 'json'],
      selector: ['h1::text', '//h1', '$..a'],
      column: ['title', 'price'],
      allowPrivate: [true],
      // More processes measure the machine, which starts all of them.
      workers: [1, 2],
      // A page that nobody shows is not waited for.
      timeoutMs: [2000],
    },
    restore,
    async close() {
      await api.close();
      await host.close();
      await site.close();
    },
  };
}

/** Calls that reach beyond the data folder: they are checked as others are, and not carried out. */
const spared: Readonly<Record<string, () => unknown>> = {
  'app.installBrowser': () => {
    throw new HostError('download-failed', 'Nothing is downloaded here.');
  },
  'secrets.list': () => [],
  'secrets.set': () => {
    throw new HostError('no-keychain', 'There is no keychain here.');
  },
  'secrets.remove': () => {
    throw new HostError('no-keychain', 'There is no keychain here.');
  },
};

function sparing(dispatch: Dispatch): Dispatch {
  const instead = createDispatcher({
    perform: (name) => spared[name]?.(),
    onFault: (name, error) => {
      throw new Error(name, { cause: error });
    },
    checkAnswers: true,
  });
  return (name, args, context) => (Object.hasOwn(spared, name) ? instead : dispatch)(name, args, context);
}

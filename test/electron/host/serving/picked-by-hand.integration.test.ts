import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRows } from '../../../../renderer/features/tester/hand/rows.ts';
import { pick } from '../../../../renderer/features/tester/hand/take.ts';
import { namedReports } from '../../../../renderer/features/tester/field-paths.ts';
import { getDocument } from '../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { createFakeClient } from '../../../renderer/fake-client.ts';
import { given } from '../../../given.ts';
import { page as answering } from '../../../servers/routes.ts';
import { startServer, type TestServer } from '../../../servers/server.ts';
import { openHost, type OpenHost } from '../open-host.ts';
import { openDocument } from '../../../renderer/open-document.ts';

const project = 'default';
const names = ['Brass lamp', 'Hemp rope', 'Folding grapnel'];
const cards = names.map(
  (name, at) => `<article class="card"><h3>${name}</h3><p class="price">EUR ${at}.50</p></article>`,
);
const shop = `<!doctype html><html lang="en"><title>Deck</title><body><h1>Deck</h1><p class="harbour">North quay</p><main>${cards.join('')}</main>`;

let studio: OpenHost;
let site: TestServer;

beforeAll(async () => {
  site = await startServer({ '/deck': answering(shop) });
  studio = await openHost();
  setClient({ ...createFakeClient(), call: studio.ask });
});
afterAll(async () => {
  setClient(null);
  await studio.close();
  await site.close();
});

/** A spider of an address as the window begins it, opened in the window. */
async function begun() {
  const url = site.url('/deck');
  const { spider, page } = await studio.call('spiders.begin', { project, url, allowPrivate: true });
  const key = { project, spider: given(spider) };
  const { text, summary } = await studio.call('spiders.get', key);
  openDocument(key, text, { base: { version: summary.version, text } });
  return { key, page: given(page).id };
}

type Begun = Awaited<ReturnType<typeof begun>>;
const textOf = ({ key }: Begun): string => given(getDocument(key)).text;

async function elements({ page }: Begun, selector: string): Promise<number[]> {
  const { nodes } = await studio.call('tester.selector', { page, language: 'css', selector });
  return nodes.elements;
}

/** What the window knows of the callback on the page. */
async function hereIn(spider: Begun, callback: string) {
  const { page } = spider;
  const text = textOf(spider);
  const { fields, rows } = await studio.call('tester.callback', { page, text, callback });
  const reports = namedReports(fields);
  return { page, callback, field: given(reports[0]), reports, rows, subject: page, text };
}

/** The fields of the items that a run of the document gives. */
async function runOf(spider: Begun): Promise<unknown[]> {
  const text = textOf(spider);
  await studio.call('spiders.save', {
    ...spider.key,
    text,
    base: given(getDocument(spider.key)?.base).version,
  });
  const { run } = await studio.call('runs.start', { ...spider.key, limit: null, allowPrivate: true });
  const progress = studio.follow('run', { run: run.id });
  await progress.until((event) => ['completed', 'failed'].includes(event.run.state));
  progress.end();
  const listed = await studio.call('runs.requests', { run: run.id, url: '/deck', offset: 0, limit: 1 });
  const { items } = await studio.call('runs.request', { request: given(listed.rows[0]).id });
  const all = await Promise.all(items.map(({ id }) => studio.call('results.item', { item: id })));
  return all.map(({ metadata }) => metadata);
}

const nothing = { callback: null, field: null, reports: [], rows: null };

it('gives a field that was picked on the page of a new spider', async () => {
  const spider = await begun();
  await pick(spider.key, { ...nothing, page: spider.page }, given((await elements(spider, '.harbour'))[0]));
  expect(await runOf(spider)).toEqual([{ harbour: 'North quay' }]);
});

it('gives the rows that were made of two like picks', async () => {
  const spider = await begun();
  const [first, second] = await elements(spider, '.price');
  await pick(spider.key, { ...nothing, page: spider.page }, given(first));
  const callback = given(Object.keys(JSON.parse(textOf(spider)).callbacks)[0]);
  await pick(spider.key, await hereIn(spider, callback), given(second));
  await makeRows(spider.key, await hereIn(spider, callback), '.card', []);
  expect(await runOf(spider)).toEqual([{ price: 0.5 }, { price: 1.5 }, { price: 2.5 }]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { compressPage } from '../../electron/engine/stored-page.ts';
import { openApplication } from '../../electron/host/serving/application.ts';
import { openStore, type Store } from '../../electron/store/open.ts';
import type { RunOwner } from '../../electron/store/runs/run-queries.ts';
import type { Result } from '../../shared/contract/errors.ts';
import { notOffered } from '../../shared/contract/access.ts';
import { calls, isCallName, type CallName } from '../../shared/contract/index.ts';
import { completed, item, request, unfinished, controlOf } from '../electron/store/support.ts';
import { savedVersion } from '../electron/store/saved-version.ts';
import { startApi } from './api-server.ts';
import { studio } from './command-line.ts';
import { databaseName } from './data-folder.ts';
import { startDesktopStudio } from './desktop-studio.ts';
import { leftOut, partOfCommands, sharedQuestions } from './shared-questions.ts';
import type { Subjects } from './question-subjects.ts';
import { startWebStudio } from './web-studio.ts';

const project = 'default';
const text = JSON.stringify({
  name: 'shop',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
  rules: [{ allow: ['/page/'], callback: 'product', follow: false }],
  callbacks: {
    product: { extract: { title: { css: 'h1::text' }, tags: { css: 'li::text' } } },
    rows: {
      iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback: 'product' } },
      extract: { word: { css: '::text' } },
    },
  },
  settings: { DELTAFETCH_ENABLED: true },
});

const url = 'https://example.org/page/1';
const markup = `<!doctype html><title>Shoe</title><h1>Shoe</h1>
<ul><li>red<li>new</ul><a href="/page/2">next</a><a href="/about">about</a>`;

/** Values that have been counted differently at different doors. */
const products = [
  { title: '\n', metadata: { tags: '[]', note: '\u00a0', list: [] } },
  { title: 'x', metadata: { tags: '[]', note: 'n', list: ['a'] } },
  { title: null, metadata: { tags: '', note: '{}', list: {} } },
];

/** A data folder that holds runs in every state, items, drafts, saved pages, a proxy, and a memory of earlier runs. */
async function fill(store: Store): Promise<void> {
  const versionId = await savedVersion(store, JSON.parse(text), project);
  const options = { limit: null, overrides: {}, allowPrivate: false };
  const newRun = async (owner?: RunOwner): Promise<string> => {
    const of = { versionId, kind: 'full', options, appVersion: '0.1.0' } as const;
    return (await store.queries.runs.create({ ...of, ...(owner === undefined ? {} : { owner }) })).id;
  };
  const full = await newRun();
  await controlOf(store, full).begin();
  const ledger = store.ledger(full);
  await ledger.admit([request(1), request(2), request(3)]);
  const [first, second] = await ledger.claim('https://example.org', 3, 0);
  const items = products.map((product) => item(1, { callback: 'product', ...product }));
  const page = compressPage(markup, 'utf-8');
  await ledger.complete({ ...completed(first?.id ?? '', items), page });
  await ledger.fail(unfinished(second?.id ?? '', 'no answer'));
  await ledger.flush();
  for (const state of ['completed', 'stopped', 'failed'] as const) {
    const id = state === 'completed' ? full : await newRun();
    if (state !== 'completed') await controlOf(store, id).begin();
    await controlOf(store, id).end(state, `It has ${state}.`, 'finished');
  }
  for (const state of ['paused', 'pausing'] as const) {
    const id = await newRun();
    await controlOf(store, id).begin();
    if (state === 'pausing') await controlOf(store, id).pausing('On request.');
    else await controlOf(store, id).end('paused', 'On request.', 'paused');
  }
  // Of a process that is gone.
  await newRun({ pid: 1, lock: 'gone' });
  await controlOf(store, await newRun()).begin();
  await newRun();
  await store.queries.drafts.put({ project, spider: 'shop' }, `${text} `, 1, null);
}

/** What differs from moment to moment, or from process to process, and is no answer to the question. */
const passing = new Set([
  'here',
  'activeMs',
  'pagesPerSecond',
  'elapsedMs',
  'parsed',
  'proxySource',
  'databaseBytes',
  'lastUsedAt',
]);
/** The address of a preview is one that nobody can guess. */
const previewPath = /^\/preview\/[0-9a-f]{32}$/;

function lasting(value: unknown): unknown {
  const written = JSON.stringify(value, (key, entry: unknown) => {
    if (passing.has(key)) return undefined;
    return typeof entry === 'string' && previewPath.test(entry) ? '/preview' : entry;
  });
  return JSON.parse(written ?? 'null') as unknown;
}

/** What a failure is at every door: its hint is worded by each. */
const failure = ({ code, message }: { code: string; message: string }): object => ({ code, message });

/** What was answered, by whichever door. */
const answered = (answer: Result<unknown>): unknown =>
  answer.ok ? { value: lasting(answer.value) } : failure(answer.error);

/** What a command has printed, or the failure. */
function failureOr(printed: unknown): unknown {
  const isFailure = typeof printed === 'object' && printed !== null && 'error' in printed;
  return isFailure ? failure(printed.error as { code: string; message: string }) : lasting(printed);
}

/** A workspace with everything that is asked for. */
async function prepare({ data, file, call }: ReturnType<typeof studio>): Promise<Subjects> {
  await call(['proxies', 'add', 'datacenter', 'http://10.0.0.7:3128']);
  const store = openStore(join(data, databaseName));
  onTestFinished(() => store.close());
  await fill(store);
  return {
    spider: 'shop',
    text,
    spiderFile: file('shop.json', text),
    markup,
    pageFile: file('page.html', markup),
    url,
    page: '1',
    run: '1',
    request: '1',
    runs: ['1', '2', '3', '4', '5', '6', '7', '8'],
  };
}

it('every door gives the same answer to the same question', { timeout: 900_000 }, async () => {
  const { data, ...rest } = studio();
  const questions = sharedQuestions(await prepare({ data, ...rest }));
  const application = openApplication({ client: 'test', dataDir: data });
  onTestFinished(() => application.close());
  const context = {
    client: 'web',
    window: null,
    takePath: null,
    signal: new AbortController().signal,
  } as const;
  const web = await startWebStudio(data);
  const desktop = await startDesktopStudio(data);
  const made = await rest.call(['keys', 'create', 'doors', '--json']);
  const api = await startApi(data, made.json<{ secret: string }>().secret);
  await desktop.ask('pages.addFromRun', { request: '1' });

  for (const { call: name, args, command } of questions) {
    const asked = `${name} ${JSON.stringify(args).slice(0, 200)}`;
    const local = await application.dispatch(name, args, context);
    const inBrowser = await web.ask(name, args);
    const onDesktop = await desktop.ask(name, args);
    expect(answered(inBrowser), `in a browser: ${asked}`).toEqual(answered(local));
    expect(answered(onDesktop), `on the desktop: ${asked}`).toEqual(answered(local));
    const offered = notOffered(name) === null;
    const overHttp = offered ? await api.ask(name, args) : local;
    expect(answered(overHttp), `over HTTP: ${asked}`).toEqual(answered(local));
    if (command === null) continue;
    const printed = (await rest.call([...command.line, '--json'])).json<unknown>();
    expect(failureOr(printed), command.line.join(' ')).toEqual(
      local.ok ? lasting(command.prints(local.value as never)) : failure(local.error),
    );
  }
  const { fields } = (await rest.call(['runs', 'show', '1', '--json'])).json<{
    fields: { field: string; filled: number }[];
  }>();
  const filled = Object.fromEntries(fields.map((field) => [field.field, field.filled]));
  expect(filled).toMatchObject({ title: 1, tags: 2, note: 2, list: 1 });
  await desktop.close();
  expect(desktop.faults).toEqual([]);
});

/** Calls that the sources of the command line name. */
function commandCalls(): Set<CallName> {
  const folder = join(import.meta.dirname, '../../electron/cli');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const words = texts.flatMap((source) => [...source.matchAll(/'(\w+\.\w+)'/g)].map(([, word = '']) => word));
  return new Set(words.filter(isCallName));
}

const anySubjects: Subjects = {
  ...{ spider: '', text: '{}', spiderFile: '', markup: '', pageFile: '', url: '', page: '' },
  ...{ run: '', request: '', runs: [''] },
};

it('asks every call that changes nothing, and every one that a command asks, or says why not', () => {
  const questions = sharedQuestions(anySubjects);
  const asked = new Set<string>(questions.map(({ call }) => call));
  const compared = new Set<string>(questions.flatMap(({ call, command }) => (command === null ? [] : call)));
  const byCommands = commandCalls();
  const isLeftOut = (name: CallName): boolean => Object.hasOwn(leftOut, name);
  const isPart = (name: CallName): boolean => Object.hasOwn(partOfCommands, name);

  const names = Object.keys(calls).filter(isCallName);
  const reads = names.filter((name) => calls[name].effect === 'read');
  expect(reads.filter((name) => !asked.has(name) && !isLeftOut(name))).toEqual([]);
  expect([...byCommands].filter((name) => !compared.has(name) && !isLeftOut(name) && !isPart(name))).toEqual(
    [],
  );
  // A reason that is no longer one.
  expect(names.filter((name) => isLeftOut(name) && asked.has(name))).toEqual([]);
  expect(names.filter((name) => isPart(name) && (compared.has(name) || !byCommands.has(name)))).toEqual([]);
});

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openApplication } from '../../electron/host/serving/application.ts';
import { openStore, type Store } from '../../electron/store/open.ts';
import type { RunOwner } from '../../electron/store/runs/run-queries.ts';
import type { CallArgs, CallName } from '../../shared/contract/index.ts';
import { completed, item, request, unfinished, controlOf } from '../electron/store/support.ts';
import { savedVersion } from '../electron/store/saved-version.ts';
import { studio } from './command-line.ts';
import { databaseName } from './data-folder.ts';
import { startWebStudio } from './web-studio.ts';

const project = 'default';
const text = JSON.stringify({
  name: 'shop',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
  rules: [{ allow: ['/page/'], callback: 'product', follow: false }],
  callbacks: { product: { extract: { title: { css: 'h1::text' }, tags: { css: 'li::text' } } } },
  settings: { DELTAFETCH_ENABLED: true },
});

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
  await ledger.complete(
    completed(
      first?.id ?? '',
      products.map((product) => item(1, { callback: 'product', ...product })),
    ),
  );
  await ledger.fail(unfinished(second?.id ?? '', 'no answer'));
  await ledger.flush();
  for (const state of ['completed', 'stopped', 'failed'] as const) {
    const id = state === 'completed' ? full : await newRun();
    if (state !== 'completed') await controlOf(store, id).begin();
    await controlOf(store, id).end(state, `It has ${state}.`);
  }
  for (const state of ['paused', 'pausing'] as const) {
    const id = await newRun();
    await controlOf(store, id).begin();
    if (state === 'pausing') await controlOf(store, id).pausing('On request.');
    else await controlOf(store, id).end('paused', 'On request.');
  }
  // Of a process that is gone.
  await newRun({ pid: 1, lock: 'gone' });
  await controlOf(store, await newRun()).begin();
  await newRun();
  await store.queries.drafts.put({ project, spider: 'shop' }, `${text} `, 1, null);
}

/** What differs from moment to moment, or from process to process, and is no answer to the question. */
const passing = new Set(['here', 'activeMs', 'pagesPerSecond', 'elapsedMs', 'parsed']);

function lasting(value: unknown): unknown {
  const written = JSON.stringify(value, (key, entry: unknown) => (passing.has(key) ? undefined : entry));
  return JSON.parse(written ?? 'null') as unknown;
}

/** What a failure is at every door: its hint is worded by each. */
const failure = ({ code, message }: { code: string; message: string }): object => ({ code, message });

/** What a command has printed, or the failure. */
function failureOr(printed: unknown): unknown {
  const isFailure = typeof printed === 'object' && printed !== null && 'error' in printed;
  return isFailure ? failure(printed.error as { code: string; message: string }) : lasting(printed);
}

interface Question {
  call: CallName;
  args: object;
  /** The command that asks the same, and what it prints, of the answer. */
  command?: { line: string[]; prints: (answer: never) => unknown };
}

const question = <N extends CallName>(
  call: N,
  args: CallArgs<N>,
  command?: Question['command'],
): Question => ({
  call,
  args,
  ...(command === undefined ? {} : { command }),
});

const same = (answer: unknown): unknown => answer;
const latest = { project, spider: 'shop', run: '1' };
const url = 'https://example.org/page/1';

const questions: Question[] = [
  question('projects.list', {}, { line: ['projects', 'list'], prints: same }),
  question(
    'spiders.list',
    {},
    {
      line: ['spiders', 'list'],
      prints: (spiders: Record<string, unknown>[]) =>
        spiders.map(({ name, project: of, version, runs, createdAt, updatedAt }) => ({
          name,
          project: of,
          version,
          runs,
          createdAt,
          updatedAt,
        })),
    },
  ),
  question('spiders.get', { project, spider: 'shop' }),
  question('spiders.versions', { project, spider: 'shop' }),
  question('spiders.version', { project, spider: 'shop', version: 1 }),
  question('spiders.drafts', {}),
  question(
    'spiders.explain',
    { project, spider: 'shop', url },
    { line: ['explain', url, '--spider', 'shop'], prints: same },
  ),
  question(
    'runs.list',
    {},
    {
      line: ['runs', 'list'],
      prints: ({ runs }: { runs: Record<string, unknown>[] }) =>
        runs.map(
          ({ id, spider, project: of, version, kind, state, reason, counters, startedAt, endedAt }) => ({
            id,
            spider,
            project: of,
            version,
            kind,
            state,
            reason,
            counters,
            startedAt,
            endedAt,
          }),
        ),
    },
  ),
  ...['1', '2', '3', '4', '5', '6', '7', '8'].map((run) =>
    question(
      'runs.show',
      { run },
      {
        line: ['runs', 'show', run],
        prints: ({ run: summary, ...details }: { run: object }) => ({
          ...summary,
          ...details,
          tiers: undefined,
        }),
      },
    ),
  ),
  question('runs.get', { run: '5' }),
  question(
    'runs.events',
    { run: '1', since: 0 },
    {
      line: ['runs', 'tail', '1'],
      prints: ({ events }: { events: unknown }) => events,
    },
  ),
  question('runs.requests', { run: '1', offset: 0, limit: 10 }),
  question('runs.hosts', { run: '1', offset: 0, limit: 10 }),
  question(
    'results.items',
    { source: latest, offset: 0, limit: 100 },
    {
      line: ['show', 'shop', '--run', '1'],
      prints: ({ items }: { items: Record<string, unknown>[] }) =>
        items.map(({ metadata, ...columns }) => ({ ...columns, metadata_json: metadata })),
    },
  ),
  question('results.columns', { source: latest }),
  ...['title', 'tags', 'note', 'list'].map((column) =>
    question('results.distribution', { view: { source: latest }, column }),
  ),
  question('proxies.list', {}, { line: ['proxies', 'list'], prints: same }),
  question('proxies.system', {}, { line: ['proxies', 'system'], prints: same }),
  question(
    'history.show',
    { project, spider: 'shop', limit: 50 },
    {
      line: ['spiders', 'memory', 'shop'],
      prints: (memory: object) => ({ spider: 'shop', project, ...memory }),
    },
  ),
  question('spiders.validate', { text: '{"name": 1}' }),
  // What goes wrong, too.
  question('runs.show', { run: '99' }, { line: ['runs', 'show', '99'], prints: same }),
  question('spiders.get', { project, spider: 'shopp' }, { line: ['spiders', 'show', 'shopp'], prints: same }),
  question(
    'history.show',
    { project: 'none', spider: 'shop', limit: 50 },
    {
      line: ['spiders', 'memory', 'shop', '--project', 'none'],
      prints: same,
    },
  ),
];

it('every door gives the same answer to the same question', { timeout: 300_000 }, async () => {
  const { data, call } = studio();
  await call(['proxies', 'add', 'datacenter', 'http://10.0.0.7:3128']);
  const store = openStore(join(data, databaseName));
  onTestFinished(() => store.close());
  await fill(store);

  const application = openApplication({ dataDir: data });
  onTestFinished(() => application.close());
  const web = await startWebStudio(data);
  const context = {
    client: 'web',
    window: null,
    takePath: null,
    signal: new AbortController().signal,
  } as const;

  for (const { call: name, args, command } of questions) {
    const asked = `${name} ${JSON.stringify(args)}`;
    const local = await application.dispatch(name, args, context);
    const window = await web.ask(name, args);
    expect(lasting(window), asked).toEqual(lasting(local));
    if (command === undefined) continue;
    const printed = (await call([...command.line, '--json'])).json<unknown>();
    expect(failureOr(printed), command.line.join(' ')).toEqual(
      local.ok ? lasting(command.prints(local.value as never)) : failure(local.error),
    );
  }
  const { fields } = (await call(['runs', 'show', '1', '--json'])).json<{
    fields: { field: string; filled: number }[];
  }>();
  const filled = Object.fromEntries(fields.map((field) => [field.field, field.filled]));
  expect(filled).toMatchObject({ title: 1, tags: 2, note: 2, list: 1 });
});

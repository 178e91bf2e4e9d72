import { Type } from 'typebox';
import { Count, Id, Json, Name, nullable, strictObject } from '../../../shared/contract/shapes.ts';
import type { Item } from '../../../shared/contract/types.ts';
import { RunArgs } from '../../../shared/contract/calls/common.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { readFilters, readSort } from '../../../shared/filters/read-filters.ts';
import { FilterProblem } from '../../../shared/filters/scanner.ts';
import { HostError } from '../../host/errors.ts';
import { ProjectArg } from '../subject.ts';
import { tool, type Tool, type ToolContext } from '../tool.ts';

/** The most items that a test run takes, and how many it takes unless told otherwise. */
const mostItems = 50;
const usualItems = 5;
/** The longest that a tool waits for the end of a run, and how long unless told otherwise, in seconds. */
const longestWait = 60;
const usualWait = 30;
/** Items that are read at once. */
const portion = 50;

const WaitArg = (usual: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: longestWait,
      description: `Seconds to wait for its end. Default: ${usual}.`,
    }),
  );

const RunResult = strictObject({
  note: Type.String(),
  run: Id,
  state: Type.String(),
  over: Type.Boolean({ description: 'Whether nothing more happens by itself.' }),
  reason: nullable(Type.String()),
  pages: Count,
  failed: Count,
  items: Count,
  reasons: Type.Array(Json, { description: 'Why requests failed or were skipped, most frequent first.' }),
  fields: Type.Array(Json, { description: 'How often each field is filled.' }),
  total: Type.Integer(),
  next: nullable(Type.String()),
});

/** Tools that run saved spiders and read what they took. */
export const runTools: readonly Tool[] = [
  tool({
    name: 'run_limited',
    title: 'Test run',
    description:
      'Crawls with the newest version of a stored spider until it has a few items, and tells how that went. read_items shows them.',
    calls: ['runs.start', 'runs.get', 'runs.wait', 'runs.show'],
    args: {
      project: ProjectArg,
      spider: Name,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: mostItems,
          description: `The most items. Default: ${usualItems}.`,
        }),
      ),
      args: Type.Optional(RunArgs),
      wait: WaitArg(usualWait),
    },
    result: RunResult,
    async run({ project: given, spider, limit = usualItems, args, wait = usualWait }, context) {
      const { ask, allowPrivate, projectOf } = context;
      const project = await projectOf({ project: given, spider });
      const { run } = await ask('runs.start', {
        project,
        spider,
        limit,
        allowPrivate,
        ...(args === undefined ? {} : { args }),
      });
      return statusOf(run.id, wait, context);
    },
  }),
  tool({
    name: 'run_status',
    title: 'State of a run',
    description:
      'How a run goes or went: pages, items, why requests failed, and how often each field is filled.',
    calls: ['runs.get', 'runs.wait', 'runs.show'],
    args: { run: Id, wait: WaitArg(0) },
    result: RunResult,
    run: async ({ run, wait = 0 }, context) => statusOf(run, wait, context),
  }),
  tool({
    name: 'read_items',
    title: 'Items',
    description: 'What a run of a spider took, in portions.',
    calls: ['results.items'],
    args: {
      project: ProjectArg,
      spider: Name,
      run: Type.Optional(Type.String({ ...Id, description: 'A run, "latest" or "all". Default: "latest".' })),
      where: Type.Optional(
        Type.String({
          maxLength: 2000,
          description: 'Conditions, such as: price >= 10 and title contains "lamp".',
        }),
      ),
      sort: Type.Optional(Type.String({ maxLength: 500, description: 'Such as: price desc, title.' })),
      search: Type.Optional(
        Type.String({ maxLength: 500, description: 'Words that must occur somewhere in the item.' }),
      ),
    },
    async run(
      { project: given, spider, run = 'latest', where = '', sort = '', search },
      { ask, projectOf, cursor },
    ) {
      const { filters, search: words } = read('where', where, (text) => readFilters(text));
      const [pinned = '', snapshot = ''] = cursor.state.split('/');
      const found = await ask('results.items', {
        source: {
          project: await projectOf({ project: given, spider }),
          spider,
          run: pinned === '' ? run : pinned,
        },
        filters,
        sort: read('sort', sort, (text) => readSort(text)),
        search: [words, search ?? ''].filter((text) => text !== '').join(' '),
        offset: cursor.offset,
        limit: portion,
        ...(snapshot === '' ? {} : { snapshot }),
      });
      return {
        head: { run: found.run },
        list: {
          name: 'items',
          entries: found.items.map(itemOf),
          from: cursor.offset,
          total: found.total,
          state: `${found.run ?? run}/${found.snapshot}`,
        },
        isFromPages: true,
      };
    },
  }),
];

const itemOf = ({ id, run, url, title, content, author, published_date, metadata, problems }: Item) => ({
  item: id,
  run,
  url,
  title,
  content,
  author,
  published_date,
  ...metadata,
  ...(problems.length === 0 ? {} : { problems }),
});

async function statusOf(run: string, wait: number, { ask, signal }: ToolContext) {
  if (wait > 0 && isUnderWay(await ask('runs.get', { run }))) {
    const enough = AbortSignal.timeout(wait * 1000);
    await ask('runs.wait', { run }, { signal: AbortSignal.any([signal, enough]) }).catch((error: unknown) => {
      if (!enough.aborted) throw error;
    });
  }
  const { run: now, reasons, fields } = await ask('runs.show', { run });
  const { id, state, reason, counters } = now;
  return {
    head: {
      run: id,
      state,
      over: !isUnderWay(now),
      reason,
      pages: counters.done,
      failed: counters.failed,
      items: counters.items,
      reasons: reasons.slice(0, 20),
    },
    list: { name: 'fields', entries: fields },
    isFromPages: true,
  };
}

function read<R>(name: string, text: string, reader: (text: string) => R): R {
  try {
    return reader(text);
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    throw new HostError(
      'bad-arguments',
      `"${name}", character ${error.at + 1}: ${error.message}`,
      error.hint,
      {
        pointer: `/${name}`,
      },
    );
  }
}

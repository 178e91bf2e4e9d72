import type { FastifyInstance } from 'fastify';
import { exportFormats, type ExportFormat } from '../../../shared/export-formats.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { readFilters, readNames, readSort } from '../../../shared/filters/read-filters.ts';
import { FilterProblem } from '../../../shared/filters/scanner.ts';
import { queryValue, wrongValue } from '../query-value.ts';
import { exchanged } from '../exchange.ts';
import type { Answer, Exchange } from '../request.ts';
import type { ApiServices } from '../services.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { sendExport } from './send-export.ts';

/** Items in an answer, unless another number is asked for, and the most. */
const usualItems = 100;
const mostItems = 1000;

/**
 * Adds `GET /api/results/{spider}`: the items of a run (`run`, by default the latest; "all" or "dataset"), with the conditions
 * (`where`) and the order (`sort`) that the command line reads, in portions that follow each other by `cursor`. With `format` it is
 * an export of all of them instead: csv, json, jsonl, xlsx, parquet or sqlite.
 */
export function addResultRoutes(app: FastifyInstance, services: ApiServices): void {
  app.route<{ Params: { spider: string }; Querystring: Record<string, string> }>({
    method: 'GET',
    url: '/api/results/:spider',
    handler: exchanged('results.items', services, async (exchange) => {
      const { query } = exchange.request;
      const format = queryValue(query, 'format');
      if (format === null || format === 'items') return items(exchange);
      const view = await viewOf(exchange);
      return sendExport(exchange, services, { view, format: formatOf(format), columns: columnsOf(query) });
    }),
  });
}

async function items(exchange: Exchange): Promise<Answer> {
  const { request, ask } = exchange;
  const limit = limitOf(queryValue(request.query, 'limit'));
  const cursor = readCursor(queryValue(request.query, 'cursor'));
  const view = await viewOf(exchange, cursor?.run);
  const { offset = 0, snapshot } = cursor ?? {};
  const found: CallValue<'results.items'> = await ask('results.items', {
    ...view,
    offset,
    limit,
    ...(snapshot === undefined ? {} : { snapshot }),
  });
  const reached = offset + found.items.length;
  const isOver = found.items.length === 0 || reached >= found.total;
  const run = found.run ?? view.source.run;
  const next = isOver ? null : writeCursor({ offset: reached, snapshot: found.snapshot, run });
  return { body: { items: found.items, total: found.total, run: found.run, next } };
}

type View = { source: { project?: string; spider: string; run: string } } & Record<string, unknown>;

/** The items that a request means. @param run that of the cursor; left out: as the request says */
async function viewOf({ request, projectOf }: Exchange, run?: string): Promise<View> {
  const { spider = '' } = request.params;
  const { query } = request;
  const { filters, search } = read('where', queryValue(query, 'where') ?? '', (text) => readFilters(text));
  const sort = read('sort', queryValue(query, 'sort') ?? '', (text) => readSort(text));
  const words = [search, queryValue(query, 'search') ?? ''].filter((text) => text !== '').join(' ');
  const project = await projectOf({ spider, project: queryValue(query, 'project') ?? undefined });
  return {
    source: { project, spider, run: run ?? queryValue(query, 'run') ?? 'latest' },
    ...(filters.length === 0 ? {} : { filters }),
    ...(words === '' ? {} : { search: words }),
    ...(sort.length === 0 ? {} : { sort }),
  };
}

function limitOf(text: string | null): number {
  if (text === null) return usualItems;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= mostItems) return limit;
  throw wrongValue('limit', `"limit" is a number from 1 to ${mostItems}.`);
}

function formatOf(text: string): ExportFormat {
  const format = exportFormats.find((known) => known === text);
  if (format !== undefined) return format;
  throw wrongValue(
    'format',
    `There is no format "${text}".`,
    `The formats are items, ${exportFormats.join(', ')}.`,
  );
}

function columnsOf(query: Readonly<Record<string, string | string[]>>): string[] | null {
  const text = queryValue(query, 'columns');
  return text === null ? null : read('columns', text, (names) => readNames(names));
}

function read<R>(name: string, text: string, reader: (text: string) => R): R {
  try {
    return reader(text);
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    throw wrongValue(name, `"${name}", character ${error.at + 1}: ${error.message}`, error.hint);
  }
}

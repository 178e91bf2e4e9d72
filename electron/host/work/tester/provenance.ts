import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CallArgs } from '../../../../shared/contract/index.ts';
import type { Provenance, ProvenancePage } from '../../../../shared/contract/types.ts';
import { isFilled } from '../../../../shared/filled.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import type { JsonValue } from '../../../extract/types.ts';
import type { ItemColumn, ItemRow } from '../../../store/items/item-queries.ts';
import { columnOf } from '../../data/item-source.ts';
import { requireItem, requireRequest } from '../../data/require.ts';
import { spiderOfRun } from '../../data/run-spider.ts';
import { decisionOf, headersOf } from '../../data/runs.ts';
import { version } from '../../version.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { cutValue, shortBudget } from './cut-value.ts';
import type { OpenPage } from './open-page.ts';
import { ownItem, takeAgain } from './own-item.ts';
import { traceOnPage } from './trace-value.ts';
import { asJson, fieldOf, valueAt, type Inside, type Retaken, type Trace } from './trace.ts';

/** What the provenance of a value is read from. */
export interface ProvenanceSource {
  workspace: Workspace;
  /** Opens the stored page of a request. @param rendered whether to read it as a browser has shown it */
  open: (request: string, rendered: boolean | null) => Promise<OpenPage>;
}

/** What is asked for, with all that is known of it. */
interface Asked {
  item: ItemRow & { project: string };
  column: ItemColumn;
  inside: Inside;
  stored: JsonValue;
  spider: Spider | null;
  appVersion: string;
  known: Known;
}

/** What is looked up once for all values of an item. */
interface Known {
  /** The place of the item on its page. */
  places: WeakMap<OpenPage, number>;
  /** Pages by request. */
  pages: Map<string, Promise<ProvenancePage>>;
}

/** Where a value was found, or why it was not. */
interface Found {
  request: string;
  travelled: boolean;
  callback: string | null;
  retaken: Retaken;
}

/** Columns of items that do not come from a page. */
const crawlFacts: Readonly<Record<string, string>> = {
  id: 'It was given when the item was stored.',
  run: 'It is the run that stored the item.',
  spider: 'It is the spider of the run.',
  version: 'It is the version of the spider that was carried out.',
  url: 'It is the URL of the page after redirects.',
  callback: 'It is the callback that the page was given to.',
  scraped_at: 'It is the time at which the item was stored.',
};

/** Where a value of an item comes from. */
export async function provenanceOf(
  source: ProvenanceSource,
  { item, column, inside = [] }: CallArgs<'results.provenance'>,
): Promise<Provenance> {
  return (await traceItem(source, item))(column, inside);
}

/**
 * Returns a function that tells where a value of an item comes from: it is extracted again from the stored page, with the version
 * of the spider and the settings of the run, by the code of a crawl. What values have in common is looked up once.
 * @throws HostError `unknown-item`
 */
export async function traceItem(
  source: ProvenanceSource,
  id: string,
): Promise<(column: string, inside: Inside) => Promise<Provenance>> {
  const item = await requireItem(source.workspace, id);
  const version = await spiderOfRun(source.workspace.queries, item.run);
  const known: Known = { places: new WeakMap(), pages: new Map() };
  return (column, inside) => traceColumn(source, { item, ...version, known }, column, inside);
}

async function traceColumn(
  source: ProvenanceSource,
  of: Omit<Asked, 'column' | 'inside' | 'stored'>,
  name: string,
  inside: Inside,
): Promise<Provenance> {
  const { workspace } = source;
  const { item, known } = of;
  const column = columnOf(name);
  const stored = valueAt(item, column, inside);
  const asked: Asked = { ...of, column, inside, stored };
  const fact = column.kind === 'column' ? crawlFacts[column.name] : undefined;
  const found = fact === undefined ? await findValue(source, asked) : null;
  const trace = found?.retaken.ok === true ? found.retaken.trace : null;
  return {
    item: item.id,
    project: item.project,
    spider: item.spider,
    version: item.version,
    run: item.run,
    path: pathText(name, inside),
    value: cutValue(stored, shortBudget).value,
    source: fact === undefined ? (trace?.source ?? 'unknown') : 'crawl',
    verdict: found === null ? { same: null, message: fact ?? '' } : verdictOf(asked, found.retaken),
    travelled: found?.travelled ?? false,
    page: await knownPage(workspace, known, found?.request ?? item.request),
    callback: found?.callback ?? item.callback,
    ...shownTrace(trace),
  };
}

/** Finds the page that gave a value: that of the item, or that of a row which led to it. */
async function findValue(source: ProvenanceSource, asked: Asked): Promise<Found> {
  const { item } = asked;
  const field = fieldOf(asked.column);
  const own: Found = {
    request: item.request,
    travelled: false,
    callback: item.callback,
    retaken: await retakeOwn(source, asked),
  };
  if (own.retaken.ok && isFilled(own.retaken.trace.value)) return own;
  const rows = await source.workspace.queries.items.rowsOf(item.id);
  const row = rows.toReversed().find(({ values }) => Object.hasOwn(values, field) && isFilled(values[field]));
  if (row === undefined) return own;
  const { callback } = await requireRequest(source.workspace, row.request);
  const retaken = await retake(
    source,
    { ...asked, request: row.request, callback: callback ?? '' },
    () => row.position,
  );
  return { request: row.request, travelled: true, callback, retaken };
}

/** Takes a value again from the page of its item. Of a page that a browser may have shown, both ways of reading are tried. */
async function retakeOwn(source: ProvenanceSource, asked: Asked): Promise<Retaken> {
  const { item, stored, known } = asked;
  const sought = { ...asked, request: item.request, callback: item.callback };
  const placeOf = (page: OpenPage, spider: Spider): number => {
    const place = known.places.get(page) ?? placeOfItem(page, spider, item);
    known.places.set(page, place);
    return place;
  };
  const usual = await retake(source, sought, placeOf);
  const isSame = usual.ok && isDeepStrictEqual(usual.trace.value, stored);
  if (isSame || (usual.ok && usual.trace.source !== 'article')) return usual;
  const rendered = await retake(source, sought, placeOf, true);
  return rendered.ok && isDeepStrictEqual(rendered.trace.value, stored) ? rendered : usual;
}

/** The place of an item on its page; of a callback that makes rows that of its row. */
function placeOfItem(page: OpenPage, spider: Spider, item: ItemRow): number {
  const own = ownItem(takeAgain(page, spider, item.callback).items, item);
  const number = /#(\d+)$/.exec(own?.item.key ?? '')?.[1];
  return number === undefined ? (own?.index ?? item.position) : Number(number) - 1;
}

async function retake(
  { open, workspace }: ProvenanceSource,
  { spider, request, callback, column, inside }: Asked & { request: string; callback: string },
  placeOf: (page: OpenPage, spider: Spider) => number,
  rendered: boolean | null = null,
): Promise<Retaken> {
  if (spider === null) return { ok: false, reason: 'The version of the spider cannot be used any more.' };
  const { hasPage } = await requireRequest(workspace, request);
  if (!hasPage) return { ok: false, reason: 'The page is not stored, so nothing can be extracted again.' };
  const page = await open(request, rendered);
  const sought = { spider, callback, column, inside };
  return traceOnPage(page, sought, placeOf(page, spider));
}

/** Whether the value extracted again is the stored one, in sentences. */
function verdictOf({ stored, appVersion }: Asked, retaken: Retaken): Provenance['verdict'] {
  if (!retaken.ok) return { same: null, message: retaken.reason };
  const { value, source, strategy, steps } = retaken.trace;
  if (isDeepStrictEqual(value, stored)) {
    const how =
      strategy === null
        ? source === 'url'
          ? 'It was taken from the URL of the page'
          : 'It was extracted again from the stored page'
        : `The strategy ${strategy.name} was run again on the stored page`;
    const added = isDefault(steps) ? ' The page itself has none: the processor "default" gave it.' : '';
    return { same: true, message: `${how}, and is the same.${added}` };
  }
  const reason =
    appVersion === version
      ? 'What else went into it, such as the response of a browser, is not stored.'
      : `The run was carried out by version ${appVersion} of Spider Studio, and this is ${version}.`;
  return { same: false, message: `Extracted again from the stored page, it is different. ${reason}` };
}

/** Whether the processor `default` gave a value. */
function isDefault(steps: Trace['steps']): boolean {
  return steps.some(({ step, value }, index) => step === 'default' && value !== steps[index - 1]?.value);
}

function shownTrace(trace: Trace | null) {
  const { scopes = [], strategy = null, language = null, selector = null, elements = [] } = trace ?? {};
  return {
    scopes,
    strategy,
    definition: asJson(trace?.definition ?? null),
    language,
    selector,
    matches: trace?.matches ?? 0,
    taken: trace?.taken ?? null,
    elements,
    steps: (trace?.steps ?? []).map(({ step, value }) => ({
      step,
      value: cutValue(value, shortBudget).value,
    })),
    extracted: trace === null ? null : cutValue(trace.value, shortBudget).value,
  };
}

function knownPage(workspace: Workspace, { pages }: Known, request: string): Promise<ProvenancePage> {
  const page = pages.get(request) ?? pageOf(workspace, request);
  pages.set(request, page);
  return page;
}

/** The page of a request, and how it was fetched. */
async function pageOf(workspace: Workspace, id: string): Promise<ProvenancePage> {
  const { queries } = workspace;
  const request = await requireRequest(workspace, id);
  const stored = request.hasPage ? await queries.pages.ofRequest(id) : null;
  const head = await queries.requests.head(id);
  const text = stored === null ? null : Buffer.from(stored.html, 'utf8');
  const parent = request.parent === null ? null : await queries.requests.link(request.parent);
  return {
    request: id,
    asked: request.url,
    url: request.finalUrl ?? request.url,
    redirects: await queries.requests.hops(id),
    status: request.status,
    statusLine: head?.statusLine ?? null,
    headers: head === null ? null : headersOf(head),
    fetchedAt: stored?.fetchedAt ?? null,
    durationMs: request.durationMs,
    answeredBy: request.answeredBy,
    rendered: stored?.rendered ?? false,
    kind: stored?.kind ?? null,
    encoding: stored?.encoding ?? null,
    bytes: text?.byteLength ?? null,
    sha256: text === null ? null : createHash('sha256').update(text).digest('hex'),
    callback: request.callback,
    rule: request.rule,
    decision: await decisionOf(workspace, request),
    foundOn: parent?.url ?? null,
  };
}

/** A value as a person writes it: `offers[2].price`. */
function pathText(column: string, inside: Inside): string {
  return inside.reduce<string>(
    (path, key) => path + (typeof key === 'number' ? `[${key}]` : `.${key}`),
    column,
  );
}

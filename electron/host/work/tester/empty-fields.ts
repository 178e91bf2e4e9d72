import { requireRun } from '../../data/require-run.ts';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { EmptyField, WhyEmpty } from '../../../../shared/contract/types.ts';
import { isFilled } from '../../../../shared/filled.ts';
import { languageOfRows } from '../../../../shared/selectors/language.ts';
import { memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import type { Callback } from '../../../../shared/spider/schema.ts';
import { selectRows, type RowSelector } from '../../../extract/entries.ts';
import { evaluateField } from '../../../extract/field.ts';
import { scopeOf, type Scope } from '../../../extract/scope.ts';
import { whyFieldEmpty } from '../../../extract/why/why-field.ts';
import { fillsOf } from '../../data/run-fills.ts';
import { lenientSpider } from '../../data/lenient-spider.ts';
import { spiderOfRun } from '../../data/run-spider.ts';
import { whyNone } from './field-report.ts';
import { givenCallback } from './given-callback.ts';
import type { OpenPage } from './open-page.ts';
import type { PagesAccess, SavedFacts } from './pages-report.ts';
import { readCallback, readRules } from './parts.ts';
import { wholePage } from './places.ts';
import type { ProvenanceSource } from './provenance.ts';

/** Saved pages that are looked at, and their size together in bytes. */
const maxPages = 12;
const maxBytes = 6_000_000;
/** Rows of a page in which a field is looked for. */
const maxRows = 50;
/** Pages without items that are looked at, of each callback of a run. */
const maxEmptyPages = 3;
/** Items of a run that are read for its fill rates. */
const maxItems = 500;

/** The fields of one callback, or its rows, that are empty on all of some pages. */
function emptyOn(
  pages: readonly OpenPage[],
  { extract, iterate }: Pick<Callback, 'extract' | 'iterate'>,
): { field: string | null; why: WhyEmpty }[] {
  const places = pages.map((page) => ({ page, scopes: scopesOf(page, iterate ?? null) }));
  const filled = places.filter(({ scopes }) => scopes.length > 0);
  if (filled.length === 0) {
    const [page] = pages;
    const source = iterate?.selector ?? '';
    const why = page === undefined ? null : whyNone(wholePage(page), languageOfRows(source), source);
    return why === null ? [] : [{ field: null, why }];
  }
  return Object.entries(extract ?? {}).flatMap(([field, definition]) => {
    const isEmpty = ({ page, scopes }: (typeof places)[number]): boolean =>
      !scopes.some((scope) => isFilled(evaluateField(scope, definition, page.context).result.value));
    if (!filled.every(isEmpty)) return [];
    let first: WhyEmpty | null = null;
    for (const { page, scopes } of filled) {
      const why = whyFieldEmpty(scopes, definition, page.context);
      if (why !== null && why.fix !== null) return [{ field, why }];
      first ??= why;
    }
    return first === null ? [] : [{ field, why: first }];
  });
}

/** Where the fields of a callback are evaluated: the page, or its first rows. */
function scopesOf(page: OpenPage, rows: RowSelector | null): Scope[] {
  const whole = scopeOf(page.content);
  if (rows === null) return [whole];
  const found = selectRows(whole, rows, page.context);
  return found.ok ? found.scopes.slice(0, maxRows) : [];
}

/**
 * The fields that are empty on all saved pages that a crawl would give to their callback, and why.
 * @throws HostError `cancelled`
 */
export async function emptyOnSaved(
  saved: readonly SavedFacts[],
  text: string,
  { open, isCancelled }: PagesAccess,
): Promise<CallValue<'tester.emptyInRun'>> {
  const rules = readRules(text);
  const given = new Map<string, SavedFacts[]>();
  for (const page of saved) {
    const { callback } = givenCallback(rules, page);
    if (callback !== null) given.set(callback, [...(given.get(callback) ?? []), page]);
  }
  const fields: EmptyField[] = [];
  for (const [callback] of membersOf(memberOf(lenientSpider(text).value, 'callbacks'))) {
    const near = within(given.get(callback) ?? []);
    if (near.length === 0 || isCancelled()) continue;
    const pages: OpenPage[] = [];
    for (const { id } of near) pages.push(await open(id));
    const { callback: read, iterate } = readCallback(text, callback);
    if (iterate?.ok === false) continue;
    const extract = read?.extract ?? {};
    const looked = iterate === null ? pages.map(({ front }) => front) : pages;
    const empty = emptyOn(looked, { extract, ...(iterate === null ? {} : { iterate: iterate.iterate }) });
    fields.push(...empty.map(({ field, why }) => ({ callback, field, of: pages.length, why })));
  }
  return { fields };
}

/** The first pages that are not too many and not too large together. */
function within(saved: readonly SavedFacts[]): SavedFacts[] {
  let bytes = 0;
  return saved.slice(0, maxPages).filter((page) => {
    bytes += page.bytes;
    return bytes <= maxBytes;
  });
}

/**
 * The fields that are empty in all items of a run, and why, on the stored page of one of the items; and the callbacks that made no item
 * of any of their pages, because they find no rows or no field.
 * @throws HostError `unknown-run`
 */
export async function emptyInRun(
  source: ProvenanceSource,
  id: string,
): Promise<CallValue<'tester.emptyInRun'>> {
  const { workspace, open } = source;
  await requireRun(workspace, id);
  const { run, spider } = await spiderOfRun(workspace.queries, id);
  const { fields } = await fillsOf(workspace, run, spider, maxItems);
  const wanted = fields.filter(({ filled }) => filled === 0);
  const found: EmptyField[] = [];
  const callbacks = Object.entries(spider?.callbacks ?? {});
  if (wanted.length > 0) {
    const of = { project: run.project, spider: run.spider, run: run.id };
    const { rows } = await workspace.queries.items.sample(of, maxItems);
    for (const [name, definition] of callbacks) {
      const request = wanted.some(({ callback }) => callback === name)
        ? rows.find((row) => row.callback === name)?.request
        : undefined;
      const page = request === undefined ? null : await open(request, null).catch(() => null);
      for (const { field, why } of page === null ? [] : emptyOn([page], definition)) {
        const fill = wanted.find((each) => each.callback === name && each.field === field);
        if (fill !== undefined) found.push({ callback: name, field, of: fill.items, why });
      }
    }
  }
  for (const [name, definition] of callbacks) {
    if (fields.some(({ callback }) => callback === name)) continue;
    found.push(...(await emptyOnPages(source, { run: run.id, callback: name, definition })));
  }
  return { fields: found };
}

/** What is empty on all pages of a run that were given to a callback, where none of them gave an item. */
async function emptyOnPages(
  { workspace, open }: ProvenanceSource,
  { run, callback, definition }: { run: string; callback: string; definition: Callback },
): Promise<EmptyField[]> {
  const view = { run, callback, states: ['done'], sort: { column: 'items', descending: true } } as const;
  const { rows, total } = await workspace.queries.requests.slice(view, 0, maxEmptyPages);
  if (rows.length === 0 || rows.some(({ items }) => items > 0)) return [];
  const opened = await Promise.all(rows.map((row) => open(row.id, null).catch(() => null)));
  const pages = opened.filter((page) => page !== null);
  if (pages.length === 0) return [];
  return emptyOn(pages, definition).map((empty) => ({ callback, of: total, ...empty }));
}

import { isFilled } from '../../../../shared/filled.ts';
import { memberOf } from '../../../../shared/spider/plain.ts';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { PageRows } from '../../../../shared/contract/types.ts';
import type { Iterate } from '../../../../shared/spider/schema.ts';
import { fingerprintUrl } from '../../../engine/fingerprint.ts';
import { extractCallback } from '../../../extract/callback.ts';
import { extractRows, type PageRows as ExtractedRows } from '../../../extract/rows.ts';
import { HostError } from '../../errors.ts';
import { lenientSpider } from '../../data/lenient-spider.ts';
import { rowPlaces } from './field-report.ts';
import type { SavedPageRow } from '../../../store/pages/saved-page-queries.ts';
import { givenCallback } from './given-callback.ts';
import { rowParts } from './list-parts.ts';
import { nearPages } from './near-pages.ts';
import type { OpenPage } from './open-page.ts';
import { readCallback, readDomains, readRowCallback, readRules, type ReadCallback } from './parts.ts';
import { wholePage } from './places.ts';
import { whyRefused } from './refusal.ts';
import { rowLinks, rowTargets } from './row-targets.ts';
import { shownRows } from './rows-report.ts';

/** Characters of the rows of all pages, as JSON; further pages are only counted. */
const maxCharacters = 1_500_000;

/** A saved page that may be looked at. */
export type SavedFacts = Pick<SavedPageRow, 'id' | 'url' | 'bytes' | 'request'>;

/** How pages are looked at: how one is opened, and whether the answer is still wanted. */
export interface PagesAccess {
  readonly open: (id: string) => Promise<OpenPage>;
  readonly isCancelled: () => boolean;
}

/**
 * Reports the rows of all saved pages that a crawl would run a callback on: by its rules, or because rows of another page lead there.
 * A callback without `iterate` makes one row of a page.
 * @throws HostError `unknown-callback`, `invalid-spider`, `cancelled`
 */
export async function reportPages(
  saved: readonly SavedFacts[],
  { text, callback }: Pick<CallArgs<'tester.pages'>, 'text' | 'callback'>,
  access: PagesAccess,
): Promise<CallValue<'tester.pages'>> {
  const read = readCallback(text, callback);
  const { iterate } = read;
  const near = nearPages(saved);
  const wanted = await pagesOf(near, { text, callback }, access);
  const fields = [
    ...read.order,
    ...(iterate?.ok === true ? Object.keys(iterate.iterate.url_context ?? {}) : []),
  ];
  const pages: PageRows[] = [];
  let characters = 0;
  for (const { id } of wanted) {
    const page = await openOf(access, id);
    const report = rowsOf(page, { text, callback, read, fields });
    const rows = characters > maxCharacters ? [] : report.rows;
    characters += JSON.stringify(rows).length;
    pages.push({ page: id, ...report, rows });
  }
  return {
    iterates: iterate !== null,
    fields: [...new Set(fields)],
    pages,
    left: saved.length - near.length,
  };
}

async function openOf({ open, isCancelled }: PagesAccess, id: string): Promise<OpenPage> {
  if (isCancelled()) throw new HostError('cancelled', 'It was cancelled.');
  return open(id);
}

/** Those of the saved pages that a crawl would run a callback on. */
async function pagesOf(
  saved: readonly SavedFacts[],
  { text, callback }: { text: string; callback: string },
  access: PagesAccess,
): Promise<SavedFacts[]> {
  const rules = readRules(text);
  const given = new Map(saved.map((page) => [page.id, givenCallback(rules, page).callback]));
  const leading = leadingTo(text, callback);
  const led = new Set<string>();
  for (const { id } of saved) {
    const name = given.get(id) ?? null;
    const read = name === null || !leading.has(name) ? null : readRowCallback(text, name);
    if (read === null) continue;
    const links = rowLinks(await openOf(access, id), read, rules.allowed_domains);
    for (const url of links.keys()) led.add(fingerprintUrl(url));
  }
  return saved.filter(
    ({ id, url }) => given.get(id) === callback || (url !== null && led.has(fingerprintUrl(url))),
  );
}

/** The callbacks whose rows lead to a callback. */
function leadingTo(text: string, callback: string): ReadonlySet<string> {
  const callbacks = memberOf(lenientSpider(text).value, 'callbacks');
  const names = typeof callbacks === 'object' && callbacks !== null ? Object.keys(callbacks) : [];
  const targetOf = (name: string) =>
    memberOf(memberOf(memberOf(memberOf(callbacks, name), 'iterate'), 'follow'), 'callback');
  return new Set(names.filter((name) => targetOf(name) === callback));
}

interface Wanted {
  text: string;
  callback: string;
  read: ReadCallback;
  fields: readonly string[];
}

type Rows = Omit<PageRows, 'page'>;

function rowsOf(page: OpenPage, wanted: Wanted): Rows {
  const { callback, read, fields } = wanted;
  const refused = whyRefused(page, callback, read);
  if (refused !== null) return { total: 0, rows: [], filled: {}, problem: refused };
  if (read.iterate === null) return rowsOfPart(page.front, wanted);
  const parts = rowParts(page, read).map((part) => rowsOfPart(part, wanted));
  const count = (of: (part: Rows) => number): number => parts.reduce((all, part) => all + of(part), 0);
  const total = count((part) => part.total);
  return {
    total,
    rows: parts.flatMap(({ rows }) => rows),
    filled: Object.fromEntries(fields.map((name) => [name, count(({ filled }) => filled[name] ?? 0)])),
    problem: total > 0 ? null : (parts[0]?.problem ?? null),
  };
}

/** The rows of a page of a list, or of another page. */
function rowsOfPart(page: OpenPage, { text, read, fields }: Wanted): Rows {
  const extract = read.callback?.extract ?? {};
  const { iterate } = read;
  if (iterate === null) {
    const { item, problems } = extractCallback(page.content, { extract }, page.context);
    const rows = [{ values: item, problems, follow: null }];
    return described(page, { rows, reason: null }, { fields, extract, iterate: null, domains: null });
  }
  if (!iterate.ok) return { total: 0, rows: [], filled: {}, problem: iterate.problem };
  const found = extractRows(page.content, { extract, iterate: iterate.iterate }, page.context);
  return described(page, found, { fields, extract, iterate: iterate.iterate, domains: readDomains(text) });
}

function described(
  page: OpenPage,
  { rows, reason }: ExtractedRows,
  {
    fields,
    extract,
    iterate,
    domains,
  }: {
    fields: readonly string[];
    extract: Parameters<typeof shownRows>[1]['extract'];
    iterate: Iterate | null;
    domains: readonly string[] | null;
  },
): Rows {
  const places = iterate === null ? [wholePage(page)] : rowPlaces(page, iterate);
  const follow = iterate?.follow ?? null;
  const targets = follow === null ? [] : rowTargets(page.context, rows, follow.callback, domains);
  return {
    total: rows.length,
    rows: shownRows(page, { rows, places, targets, extract }),
    filled: Object.fromEntries(
      fields.map((name) => [name, rows.filter(({ values }) => isFilled(values[name])).length]),
    ),
    problem: reason,
  };
}

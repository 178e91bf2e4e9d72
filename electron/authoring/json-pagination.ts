import { pageRule, literal } from '../../shared/spider/page-rule.ts';
import { queryValue, withWrittenValue } from '../../shared/spider/next-query.ts';
import type { NextQuery, Rule, StartRequest } from '../../shared/spider/schema.ts';
import type { Settings } from '../../shared/spider/settings-schema.ts';
import { jsonPathFor } from '../extract/json-path/select.ts';
import type { JsonValue } from '../extract/types.ts';
import { headerLinks } from '../../shared/link-header.ts';
import { cursorsOf, lastEntryId, type Cursor } from './pagination/json-cursors.ts';
import { hasMore, isLast, nextUrls, endUrls, plainName } from './pagination/json-names.ts';
import { findNumbered, type Numbered, type PagedAnswer } from './pagination/json-numbers.ts';
import { flagOf, pagerValues, textOf, type PagerValue } from './pagination/json-pager.ts';
import {
  parametersOf,
  queryOf,
  requestWith,
  sendsBody,
  startRequestOf,
  type AskedRequest,
} from './pagination/json-request.ts';

/** An answer in JSON, and how it was asked for. */
export interface JsonAnswer extends AskedRequest {
  value: JsonValue;
  /** Headers of the answer, with names in lower case; left out: not known. */
  headers?: Readonly<Record<string, string>>;
}

/** The list that is spread over pages. */
export interface PagedList {
  /** As in `iterate.selector`. */
  path: string;
  /** Entries on this page. */
  count: number;
}

export type JsonPaginationKind = 'next-url' | 'page-number' | 'offset' | 'cursor';

/** A way to the following pages of an answer. */
export interface JsonPagination {
  kind: JsonPaginationKind;
  /** What speaks for it, in one sentence. */
  why: string;
  /** What a person has to know of it, in one sentence; null: nothing. */
  note: string | null;
  /** Whether the answer proves it. Else it is a guess: `next` has to be fetched, and has to have other entries. */
  isSure: boolean;
  /** The request for the next page; null: it cannot be formed. */
  next: AskedRequest | null;
  /** Number of pages from this one on, with it; null: nothing tells it. */
  pages: number | null;
  /** What leads a spider there; null: it cannot be followed yet, and the note says why. */
  parts: PagingParts | null;
}

/** Parts of a spider that lead from a page to those after it. The rules also hand the page itself to the callback. */
export interface PagingParts {
  rules: Rule[];
  settings: Pick<Settings, 'GENERATED_URLS'>;
  /** The following pages, where they have to be asked for with more than a URL. */
  requests: StartRequest[];
}

/** Pages that are asked for where nothing tells how many there are: the rule ends with the entries. */
const openPages = 1000;
/** The most requests that are written into a spider. */
const maxRequests = 200;
/** The most URLs of a template. */
const maxGenerated = 1_000_000;
const unknown = 'It needs a cursor, and nothing tells how it is sent: it cannot be followed yet.';

/**
 * Proposes how a spider gets to the pages after an answer, best first. None where this is the last page, and where nothing speaks
 * of pages.
 */
export function jsonPagination(answer: JsonAnswer, list: PagedList, callback: string): JsonPagination[] {
  const { url } = answer;
  const values = [...pagerValues(answer.value, list.path), ...headerValues(answer.headers ?? {})];
  if (list.count === 0 || flagOf(values, hasMore) === false || flagOf(values, isLast) === true) return [];
  const links = linksOf(answer.headers?.['link'] ?? '', url);
  const named = textOf(values, nextUrls, (text) => addressOf(text, url) !== null);
  const next = named === null ? null : addressOf(named.value, url);
  const others = [
    ...values.flatMap((value) =>
      endUrls.has(value.plain) ? (addressOf(String(value.value), url) ?? []) : [],
    ),
    ...[...links].flatMap(([relation, link]) => (relation === 'first' || relation === 'last' ? link : [])),
  ];
  const paged: PagedAnswer = {
    url,
    parameters: parametersOf(answer),
    values,
    rows: list.count,
    next: next ?? links.get('next') ?? null,
    others,
    lastId: lastIdOf(answer.value, list),
  };
  const writer = new Writer(answer, list, callback);
  const numbered = findNumbered(paged);
  const found = [
    named === null || next === null || sendsBody(answer)
      ? []
      : writer.nextUrl(
          { restrict_json: [named.path] },
          next,
          `${named.path} is the address of the next page.`,
        ),
    numbered === null ? [] : writer.numbered(numbered, lastNamed(numbered, links)),
    cursorsOf(paged, list).flatMap((cursor) =>
      cursor.isSure || numbered?.isSure !== true ? writer.cursor(cursor) : [],
    ),
  ].flat();
  const header = links.get('next');
  const isKnown = found.some(({ isSure, parts }) => isSure && parts !== null);
  if (header !== undefined && !isKnown && !sendsBody(answer)) {
    const why = 'Its Link header names the next page.';
    found.push(writer.nextUrl({ link_header: ['next'] }, header, why));
  }
  // What the answer proves stands before what has to be tried.
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

const rankOf = ({ parts, isSure }: JsonPagination): number => (parts === null ? 2 : isSure ? 0 : 1);

class Writer {
  readonly #request: AskedRequest;
  readonly #list: PagedList;
  readonly #callback: string;

  constructor({ url, method = null, body = null }: JsonAnswer, list: PagedList, callback: string) {
    this.#request = { url, method, body };
    this.#list = list;
    this.#callback = callback;
  }

  /** @param places where the address is */
  nextUrl(places: Pick<Rule, 'restrict_json' | 'link_header'>, url: string, why: string): JsonPagination {
    const callback = this.#callback;
    const own = this.#request.url;
    const restricted = { ...places, callback, follow: true };
    const rules =
      pathOf(url) === pathOf(own)
        ? [{ allow: [this.#samePath()], ...restricted }]
        : [{ ...pageRule(own, callback), ...places, follow: true }, restricted];
    return this.#found('next-url', { why, isSure: true, next: { url }, parts: { rules } });
  }

  numbered(numbered: Numbered, named: number | null): JsonPagination {
    const { kind, parameter, value, step, isSure, why } = numbered;
    const last = numbered.last ?? named;
    const next = requestWith(this.#request, parameter, String(value + step));
    const pages = last === null ? null : Math.floor((last - value) / step) + 1;
    const about = { why, isSure, next, pages };
    const isSent = sendsBody(this.#request);
    if (isSent && pages !== null && pages <= maxRequests)
      return this.#found(kind, { ...about, parts: this.#requests(numbered, pages) });
    if (!isSent && last !== null)
      return this.#found(kind, { ...about, parts: this.#generated(numbered, last) });
    const query = queryOf(parameter);
    if (query === null) return this.unread(kind, why, unknown);
    const to = last ?? value + step * openPages;
    const sum: NextQuery = {
      ...query,
      add: step,
      ...(value === 0 || parameter.value !== null ? {} : { from: value }),
      to,
    };
    const note = `Nothing tells how many pages there are: the crawl ends at the first without entries, at the latest at ${query.name}=${to}.`;
    const parts = { rules: [this.#queryRule(this.#list.path, sum)] };
    return this.#found(kind, { ...about, note: last === null ? note : null, parts });
  }

  cursor({ path, parameter, value, isSure, why }: Cursor): JsonPagination {
    const query = parameter === null ? null : queryOf(parameter);
    // What a body lacks cannot be tried, so its name stays a guess.
    if (parameter === null || query === null || (sendsBody(this.#request) && !isSure))
      return this.unread('cursor', why, unknown);
    const next = requestWith(this.#request, parameter, value);
    return this.#found('cursor', { why, isSure, next, parts: { rules: [this.#queryRule(path, query)] } });
  }

  /** A way that a spider cannot go. */
  unread(kind: JsonPaginationKind, why: string, note: string): JsonPagination {
    return { kind, why, note, isSure: true, next: null, pages: null, parts: null };
  }

  #found(
    kind: JsonPaginationKind,
    {
      parts,
      ...about
    }: Partial<Omit<JsonPagination, 'parts'>> & { why: string; isSure: boolean; parts: Partial<PagingParts> },
  ): JsonPagination {
    return {
      kind,
      note: null,
      next: null,
      pages: null,
      ...about,
      parts: { rules: [], settings: {}, requests: [], ...parts },
    };
  }

  #queryRule(path: string, query: NextQuery): Rule {
    return {
      allow: [this.#samePath()],
      restrict_json: [path],
      next_query: query,
      callback: this.#callback,
      follow: true,
    };
  }

  #generated({ parameter, value, step }: Numbered, last: number): Partial<PagingParts> {
    const { url } = this.#request;
    const callback = this.#callback;
    const variable = /^\w+$/.test(parameter.name) ? parameter.name : 'page';
    const written = url.replaceAll(/[{}]/g, encodeURIComponent);
    const template = withWrittenValue(written, parameter.name, `{${variable}}`);
    const to = Math.min(last, value + step * maxGenerated);
    const range = { type: 'range' as const, from: value + step, to, ...(step === 1 ? {} : { step }) };
    return {
      rules: [{ ...pageRule(url, callback), follow: false }],
      settings: { GENERATED_URLS: [{ template, vars: { [variable]: range }, callback }] },
    };
  }

  /** The following pages as requests, where each sends more than its URL. */
  #requests({ parameter, value, step }: Numbered, pages: number): Partial<PagingParts> {
    const requests = Array.from({ length: pages - 1 }, (_, index) =>
      startRequestOf(
        requestWith(this.#request, parameter, String(value + step * (index + 1))),
        this.#callback,
      ),
    );
    return { requests };
  }

  /** The pattern of the pages that differ from this one in their query only. */
  #samePath(): string {
    return `^${literal(pathOf(this.#request.url))}(?:\\?|$)`;
  }
}

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** An address of the same host that a value holds; null: it is something else, or leads to the page itself. */
function addressOf(text: string, url: string): string | null {
  const written = text.trim();
  const isAddress = /^(?:https?:)?\/\/|^\.{0,2}\/[^/]|^\?\S|^[\w.-]+(?:\/[\w.-]+)*\?[^=\s]+=/i.test(written);
  if (!isAddress || /[\s{}]/.test(written)) return null;
  const [to, from] = [URL.parse(written, url), URL.parse(url)];
  if (to === null || from === null || !/^https?:$/.test(to.protocol) || to.hostname !== from.hostname)
    return null;
  to.hash = '';
  return to.href === from.href ? null : to.href;
}

/** The id of the last entry of a list; null: it has none. */
function lastIdOf(answer: JsonValue, { path }: PagedList): string | null {
  const read = jsonPathFor(lastEntryId(path));
  const id = read.ok ? read.selector.select(answer)[0]?.value : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/** The addresses in a Link header, by relation. */
function linksOf(header: string, url: string): Map<string, string> {
  const links = new Map<string, string>();
  for (const { target, relations } of headerLinks(header)) {
    const link = addressOf(target, url);
    if (link === null) continue;
    for (const relation of relations) if (!links.has(relation)) links.set(relation, link);
  }
  return links;
}

/** The number of the last page that a Link header names. */
function lastNamed({ parameter, value }: Numbered, links: ReadonlyMap<string, string>): number | null {
  const last = links.get('last');
  const number = last === undefined ? null : queryValue(last, parameter.name);
  return number !== null && /^\d{1,15}$/.test(number) && Number(number) > value ? Number(number) : null;
}

/** Headers that tell how many entries or pages there are. */
const countHeaders = ['x-total-count', 'x-total', 'x-wp-total', 'x-total-pages', 'x-wp-totalpages'];

function headerValues(headers: Readonly<Record<string, string>>): PagerValue[] {
  return countHeaders.flatMap((header) => {
    const value = headers[header];
    const name = header.replace(/^x-(?:wp-)?/, '').replace('totalpages', 'total-pages');
    return value === undefined ? [] : [{ name, plain: plainName(name), path: header, value, grouped: true }];
  });
}

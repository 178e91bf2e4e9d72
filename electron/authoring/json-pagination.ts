import { pageRule, literal } from '../../shared/spider/page-rule.ts';
import { queryValue, withQueryValue, withWrittenValue } from '../../shared/spider/next-query.ts';
import type { NextQuery, Rule, StartRequest } from '../../shared/spider/schema.ts';
import type { Settings } from '../../shared/spider/settings-schema.ts';
import { jsonPathFor } from '../extract/json-path/select.ts';
import type { JsonValue } from '../extract/types.ts';
import { cursorsOf, lastEntryId, type Cursor } from './pagination/json-cursors.ts';
import { hasMore, isLast, nextUrls, endUrls, plainName } from './pagination/json-names.ts';
import { findNumbered, type Numbered, type PagedAnswer } from './pagination/json-numbers.ts';
import { flagOf, pagerValues, textOf, type PagerValue } from './pagination/json-pager.ts';
import {
  parametersOf,
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

/** Pages that are asked for where nothing tells how many there are: by a rule that ends with the entries, and by requests. */
const openPages = 1000;
const openRequests = 20;
/** The most requests that are written into a spider. */
const maxRequests = 200;
/** The most URLs of a template. */
const maxGenerated = 1_000_000;
const absent = 'It needs a cursor that is sent in a body, and cannot be followed yet.';
const inHeader =
  'The next page is named in a Link header only, which a crawl does not read: it cannot be followed yet.';

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
    named === null || next === null || sendsBody(answer) ? [] : writer.nextUrl(named, next),
    numbered === null ? [] : writer.numbered(numbered, lastNamed(numbered, links)),
    cursorsOf(paged, list).flatMap((cursor) =>
      cursor.isSure || numbered?.isSure !== true ? writer.cursor(cursor) : [],
    ),
  ].flat();
  const header = links.get('next');
  const isLost = found.length === 0 && header !== undefined;
  const all = isLost ? [writer.unread('cursor', 'The answer has a Link header.', inHeader)] : found;
  // What the answer proves stands before what has to be tried.
  return all.toSorted((a, b) => rankOf(a) - rankOf(b));
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

  nextUrl({ path }: PagerValue, url: string): JsonPagination {
    const callback = this.#callback;
    const own = this.#request.url;
    const restricted = { restrict_json: [path], callback, follow: true };
    const rules =
      pathOf(url) === pathOf(own)
        ? [{ allow: [this.#samePath()], ...restricted }]
        : [{ ...pageRule(own, callback), restrict_json: [path], follow: true }, restricted];
    const why = `${path} is the address of the next page.`;
    return this.#found('next-url', { why, isSure: true, next: { url }, parts: { rules } });
  }

  numbered(numbered: Numbered, named: number | null): JsonPagination {
    const { kind, parameter, value, step, isSure, why } = numbered;
    const last = numbered.last ?? named;
    const next = requestWith(this.#request, parameter, String(value + step));
    const pages = last === null ? null : Math.floor((last - value) / step) + 1;
    const about = { why, isSure, next, pages };
    if (sendsBody(this.#request)) return this.#found(kind, { ...about, ...this.#requests(numbered, pages) });
    const { name } = parameter;
    if (last !== null) return this.#found(kind, { ...about, parts: this.#generated(numbered, last) });
    const to = value + step * openPages;
    const query: NextQuery = {
      name,
      add: step,
      ...(value === 0 || parameter.value !== null ? {} : { from: value }),
      to,
    };
    const note = `Nothing tells how many pages there are: the crawl ends at the first without entries, at the latest at ${name}=${to}.`;
    return this.#found(kind, { ...about, note, parts: { rules: [this.#queryRule(this.#list.path, query)] } });
  }

  cursor({ path, parameter, value, isSure, why }: Cursor): JsonPagination {
    if (parameter === null || parameter.place !== 'query' || sendsBody(this.#request)) {
      const unknown = 'It needs a cursor, and nothing tells how it is sent: it cannot be followed yet.';
      return this.unread('cursor', why, parameter === null ? unknown : absent);
    }
    const { name } = parameter;
    const next = { url: withQueryValue(this.#request.url, name, value) };
    return this.#found('cursor', { why, isSure, next, parts: { rules: [this.#queryRule(path, { name })] } });
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
  #requests(
    { parameter, value, step }: Numbered,
    pages: number | null,
  ): Pick<JsonPagination, 'note'> & { parts: Partial<PagingParts> } {
    const wanted = pages === null ? openRequests : pages - 1;
    const count = Math.min(wanted, maxRequests);
    const requests = Array.from({ length: count }, (_, index) =>
      startRequestOf(
        requestWith(this.#request, parameter, String(value + step * (index + 1))),
        this.#callback,
      ),
    );
    const note =
      pages === null
        ? `Nothing tells how many pages there are: the next ${count} are asked for.`
        : count < wanted
          ? `Only the next ${count} of ${wanted} pages are asked for.`
          : null;
    return { note, parts: { requests } };
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

/** The addresses in a Link header (RFC 8288), by relation. */
function linksOf(header: string, url: string): Map<string, string> {
  const links = new Map<string, string>();
  for (const [, address = '', parameters = ''] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    const relations = /;\s*rel\s*=\s*"?([^";,]+)/i.exec(parameters)?.[1] ?? '';
    const link = addressOf(address, url);
    if (link === null) continue;
    for (const relation of relations.toLowerCase().split(/\s+/))
      if (!links.has(relation)) links.set(relation, link);
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

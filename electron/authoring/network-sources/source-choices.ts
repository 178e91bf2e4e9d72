import type { ProposedChoice, SpiderParts } from '../../../shared/contract/types.ts';
import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import { domainOf, startUrlOf } from '../../../shared/spider/new-spider.ts';
import { pageRule } from '../../../shared/spider/page-rule.ts';
import type { Callback, StartRequest } from '../../../shared/spider/schema.ts';
import { writeRequest } from '../../../shared/spider/start-requests.ts';
import { expectedOf } from '../expected.ts';
import { jsonPagination, type JsonPagination } from '../json-pagination.ts';
import { jsonWays } from '../json-ways.ts';
import { definitionsOf } from '../measure-fields.ts';
import { parametersOf } from '../pagination/json-request.ts';
import { arePartsValid, tryRequests } from '../try-parts.ts';
import type { DraftedSource } from './draft-source.ts';

/** What is known of the page that has sources. */
export interface SourcePage {
  url: string;
  /** Time that the site took to answer, in milliseconds; null: unknown. */
  durationMs: number | null;
}

/** The spiders that read a source instead of the page, best first. Each is valid, and its rows were taken from what was received. */
export function sourceChoices(source: DraftedSource, index: number, page: SourcePage): ProposedChoice[] {
  const { origin } = source.found;
  return origin.kind === 'request'
    ? requestChoices(source, { index, answer: origin.answer, page })
    : scriptChoice(source, { index, css: origin.script.css, page });
}

function requestChoices(
  source: DraftedSource,
  { index, answer, page }: { index: number; answer: NetworkAnswer; page: SourcePage },
): ProposedChoice[] {
  const { list, headers } = source;
  const callback = callbackOf(list.label);
  const rows = { iterate: { selector: list.selector }, extract: definitionsOf(list.fields) };
  const url = startUrlOf(answer.url);
  // Without a body the address says what is asked for; the headers are the same for all pages.
  const isPlain = answer.method === 'GET' && answer.requestBody === null;
  const here: SpiderParts = {
    start_urls: isPlain ? [url] : [],
    ...(isPlain ? {} : { start_requests: [requestOf(answer, { url, headers, callback })] }),
    allowed_domains: [...new Set([domainOf(page.url), domainOf(url)])],
    rules: isPlain ? [{ ...pageRule(url, callback), follow: false }] : [],
    callbacks: { [callback]: rows },
    settings: isPlain && Object.keys(headers).length > 0 ? { DEFAULT_REQUEST_HEADERS: headers } : {},
  };
  const about = { answer, url, callback, here };
  const all = isPlain ? waysOn(source, about) : requestsOn(source, about);
  return [
    ...(all === null ? [] : choiceOf(source, { index, scope: 'all', ...all, callback, page })),
    ...choiceOf(source, { index, scope: 'page', parts: here, pages: 1, note: null, callback, page }),
  ];
}

/** Parts that also take the answers after the first one. */
interface Following {
  parts: SpiderParts;
  /** Number of answers; null: unknown. */
  pages: number | null;
  note: string | null;
}

/** The first answer, and the parts of a spider that takes it. */
interface FirstAnswer {
  answer: NetworkAnswer;
  url: string;
  callback: string;
  here: SpiderParts;
}

/** By rules and generated URLs. Null: nothing sure leads on. */
function waysOn(
  { page, list, found }: DraftedSource,
  { answer, url, callback, here }: FirstAnswer,
): Following | null {
  const proven = found.alike.map((each) => each.url);
  const [way] = jsonWays(page, list, callback, { url, headers: answer.headers, proven }).ways;
  if (way === undefined) return null;
  const { rules, settings } = way.parts;
  return {
    parts: { ...here, rules, settings: { ...here.settings, ...settings } },
    pages: way.pages,
    note: way.note,
  };
}

/** By requests with a body, and by rules that change it. Null: nothing sure leads on. */
function requestsOn(
  { page, list, headers, found }: DraftedSource,
  { answer, url, callback, here }: FirstAnswer,
): Following | null {
  const { method, requestBody: body } = answer;
  const asked = { url, method, body, value: page.value, headers: answer.headers ?? {} };
  const ways = jsonPagination(asked, { path: list.selector, count: list.count }, callback);
  const isProven = ({ next }: JsonPagination): boolean =>
    found.alike.some((each) => each.requestBody === next?.body);
  const [first] = here.start_requests ?? [];
  for (const way of ways) {
    const { parts, next, pages, note } = way;
    if (first === undefined || parts === null || !(way.isSure || isProven(way))) continue;
    if (parts.requests.length > 0) {
      const more = parts.requests.map((each) => ({ ...each, headers: { ...headers, ...each.headers } }));
      return { parts: { ...here, start_requests: [first, ...more] }, pages, note };
    }
    const { message } = writeRequest(first);
    const made = tryRequests(parts.rules, { page, url, domains: here.allowed_domains, message });
    if (made?.length !== 1 || !isSame(made[0]?.message?.body, next?.body)) continue;
    const begin = { ...first, follow: true };
    return { parts: { ...here, start_requests: [begin], rules: parts.rules }, pages, note };
  }
  return null;
}

/** Whether two bodies say the same. */
const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  JSON.stringify(parametersOf({ url: 'about:blank', method: 'POST', body: one ?? null })) ===
  JSON.stringify(parametersOf({ url: 'about:blank', method: 'POST', body: other ?? null }));

/** The request as a spider sends it. */
export function requestOf(
  { method, requestBody, requestHeaders }: NetworkAnswer,
  { url, headers, callback }: { url: string; headers: Record<string, string>; callback: string },
): StartRequest {
  const type = requestHeaders['content-type'] ?? '';
  const sent = bodyOf(requestBody, type);
  const own = { ...headers, ...('body' in sent && type !== '' ? { 'content-type': type } : {}) };
  const isUsual = method === 'GET' || (method === 'POST' && requestBody !== null);
  return {
    url,
    ...(isUsual ? {} : { method: method === 'POST' ? 'POST' : 'GET' }),
    ...(Object.keys(own).length === 0 ? {} : { headers: own }),
    ...sent,
    callback,
    follow: false,
  };
}

function bodyOf(body: string | null, type: string): Pick<StartRequest, 'json' | 'form' | 'body'> {
  if (body === null) return {};
  if (/x-www-form-urlencoded/i.test(type)) {
    const names = [...new Set(new URLSearchParams(body).keys())];
    const fields = new URLSearchParams(body);
    const valueOf = (name: string): string | string[] => {
      const values = fields.getAll(name);
      return values.length === 1 ? (values[0] ?? '') : values;
    };
    return { form: Object.fromEntries(names.map((name) => [name, valueOf(name)])) };
  }
  try {
    const json: unknown = JSON.parse(body);
    return { json };
  } catch {
    return { body };
  }
}

/** The page itself without a browser: the entries of the script are its rows. */
function scriptChoice(
  source: DraftedSource,
  { index, css, page }: { index: number; css: string; page: SourcePage },
): ProposedChoice[] {
  const { list } = source;
  const url = startUrlOf(page.url);
  const callback = callbackOf(list.label);
  const rows: Callback = {
    iterate: { selector: css, json_path: list.selector },
    extract: definitionsOf(list.fields),
  };
  const parts: SpiderParts = {
    start_urls: [url],
    allowed_domains: [domainOf(url)],
    rules: [{ ...pageRule(url, callback), follow: false }],
    callbacks: { [callback]: rows },
    settings: {},
  };
  return choiceOf(source, { index, scope: 'page', parts, pages: 1, note: null, callback, page });
}

function choiceOf(
  { found, list, notes }: DraftedSource,
  about: Following & { index: number; scope: 'page' | 'all'; callback: string; page: SourcePage },
): ProposedChoice[] {
  const { index, scope, parts, pages, note, callback, page } = about;
  const told = note === null ? notes : [...notes, note];
  const kind = found.origin.kind === 'request' ? 'json' : 'html';
  if (!arePartsValid(parts, callback, kind)) return [];
  const what = found.origin.kind === 'request' ? 'The JSON behind this page' : 'The JSON in this page';
  return [
    {
      id: `source-${index}-${scope}`,
      list: null,
      source: index,
      scope,
      label: scope === 'all' ? `${what}, all of it` : what,
      parts,
      expected: expectedOf({ rows: list.count, details: false, pages }, page),
      note: told.length === 0 ? null : told.join(' '),
      sample: null,
    },
  ];
}

/** The name of the callback for what an answer holds. */
export const callbackOf = (label: string): string => {
  const word = label.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return `parse_${word === '' || word === 'article' ? 'entries' : word}`;
};

import { callbackIn, isCallOf, lastName, plainOf, textOf } from './plain.ts';
import type { Call, Expression } from './syntax.ts';

/** A request that a callback makes. */
export interface Followed {
  url: Expression;
  callback: string | null;
  /** Whether it is one request for each address. */
  isAll: boolean;
  /** Values that it takes along, by their names. */
  along: (readonly [string, Expression])[];
  /** Arguments without an equal, with the reason. */
  lost: { name: string; why: string }[];
}

const reasons: Readonly<Record<string, string>> = {
  meta: 'A request takes no values along; those of a row are part of the item where iterate.follow leads on.',
  cb_kwargs:
    'A request takes no values along; those of a row are part of the item where iterate.follow leads on.',
  dont_filter: 'A page is asked for once in a run.',
  priority: 'Requests of a callback have no priority of their own; a rule may have one.',
  errback: 'What fails is listed with the requests of a run; no code is called.',
  cookies: 'Cookies are those that the site sets, or those of a SESSION.',
  flags: 'A request has no flags.',
  encoding: 'The encoding is taken from the page.',
  method: 'Links are asked for with GET; start_requests and iterate.follow can send something.',
  headers: 'The headers of all requests are DEFAULT_REQUEST_HEADERS.',
  body: 'Links are asked for with GET; start_requests and iterate.follow can send something.',
  formdata: 'Links are asked for with GET; start_requests and iterate.follow can send something.',
};
const why = (name: string): string =>
  (Object.hasOwn(reasons, name) ? reasons[name] : undefined) ?? 'A request has no such argument here.';

/** Arguments that take values along. */
const along = ['meta', 'cb_kwargs'];
const requests = ['Request', 'FormRequest', 'JsonRequest', 'SplashRequest', 'SeleniumRequest'];

/** `response.follow(…)`, `follow_all(…)` or `Request(…)`; null: it is none of them. */
export function followOf(value: Expression): Followed | null {
  if (!isCallOf(value, 'follow', 'follow_all', ...requests)) return null;
  const { css, xpath, url: named, urls } = value.named;
  const url =
    value.args[0] ?? named ?? urls ?? selected(css ?? xpath, css === undefined ? 'xpath' : 'css', value);
  if (url === undefined) return null;
  const callback = callbackIn(value.named.callback ?? value.args[1]);
  const known = ['url', 'urls', 'callback', 'css', 'xpath'];
  const lost = Object.keys(value.named)
    .filter((name) => !known.includes(name) && !along.includes(name))
    .map((name) => ({ name, why: why(name) }));
  return {
    url,
    callback,
    isAll: lastName(value.of) === 'follow_all',
    along: along.flatMap((name) => entriesOf(value.named[name])),
    lost,
  };
}

/** The entries of a dict that stands in the source. */
const entriesOf = (value: Expression | undefined): (readonly [string, Expression])[] =>
  value?.kind === 'dict' ? value.entries.map(([key, entry]) => [textOf(key) ?? '?', entry] as const) : [];

/** What `follow_all(css=…)` selects. */
function selected(path: Expression | undefined, name: string, { of, line }: Call): Expression | undefined {
  if (path === undefined) return undefined;
  const page: Expression = of.kind === 'attribute' ? of.of : of;
  return { kind: 'call', of: { kind: 'attribute', of: page, name, line }, args: [path], named: {}, line };
}

/** The variable whose value is asked for: `url` of `response.urljoin(url)`, too. Null: it is no variable. */
export function addressed(url: Expression): string | null {
  const inner = isCallOf(url, 'urljoin') ? url.args[0] : url;
  return inner?.kind === 'name' ? inner.name : null;
}

/** A request that the crawl begins with. */
export interface Begun {
  request: Record<string, unknown>;
  callback: string | null;
  lost: { name: string; why: string }[];
}

const carried: Readonly<Record<string, string>> = {
  method: 'method',
  headers: 'headers',
  body: 'body',
  formdata: 'form',
  data: 'json',
};

/** Reads a request that stands in the source as it is sent. Null: something of it is computed. */
export function beginOf(value: Expression): Begun | null {
  if (!isCallOf(value, ...requests)) return null;
  const url = textOf(value.args[0] ?? value.named.url);
  if (url === null) return null;
  const request: Record<string, unknown> = { url };
  const lost: Begun['lost'] = [];
  for (const [name, arg] of Object.entries(value.named)) {
    if (name === 'url' || name === 'callback') continue;
    const key = Object.hasOwn(carried, name) ? carried[name] : undefined;
    const plain = plainOf(arg);
    if (key === undefined) lost.push({ name, why: why(name) });
    else if (plain === undefined && name !== 'headers') return null;
    else if (plain === undefined) lost.push({ name, why: 'The value is computed.' });
    else request[key] = plain;
  }
  // A form is sent with POST there unless it is said otherwise.
  if (isCallOf(value, 'FormRequest') && 'form' in request) request.method ??= 'POST';
  return { request, callback: callbackIn(value.named.callback ?? value.args[1]), lost };
}

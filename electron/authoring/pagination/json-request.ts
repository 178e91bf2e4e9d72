import { queryParts, withQueryValue } from '../../../shared/spider/next-query.ts';
import type { NextQuery, StartRequest } from '../../../shared/spider/schema.ts';
import type { JsonKey } from '../../../shared/selectors/json-path-text.ts';
import { isObject } from '../../extract/json-path/node.ts';
import { readJson } from '../../extract/json/read-json.ts';
import type { JsonValue } from '../../extract/types.ts';
import { plainName } from './json-names.ts';

/** How an answer was asked for. */
export interface AskedRequest {
  /** URL after redirects. */
  url: string;
  /** GET unless set. */
  method?: string | null;
  body?: string | null;
}

/** A value that a request sends. */
export interface Parameter {
  name: string;
  plain: string;
  /** null: the request does not send it. */
  value: string | null;
  /** In the query, the form or the JSON that is sent, by its place there. */
  place: 'query' | 'form' | readonly JsonKey[];
}

/** How deep in the JSON of a request values are looked for. */
const maxDepth = 4;

/** Whether a request is more than its URL. */
export const sendsBody = ({ method, body }: AskedRequest): boolean =>
  (method ?? 'GET').toUpperCase() !== 'GET' || (body !== null && body !== undefined && body !== '');

/** What a request sends, in the order of its query, form or JSON. */
export function parametersOf(request: AskedRequest): Parameter[] {
  const asParameter =
    (place: 'query' | 'form') =>
    ({ name, value }: { name: string; value: string }): Parameter => ({
      name,
      plain: plainName(name),
      value,
      place,
    });
  const query = queryParts(request.url).map(asParameter('query'));
  const { body } = request;
  if (!sendsBody(request) || body === null || body === undefined) return query;
  const json = jsonOf(body);
  if (json === undefined) return [...queryParts(`?${body}`).map(asParameter('form')), ...query];
  return [...leaves(json, []), ...unsentVariables(json), ...query];
}

/** The variables that a query of GraphQL declares, and that are not sent. */
function unsentVariables(json: JsonValue): Parameter[] {
  if (!isObject(json) || typeof json['query'] !== 'string') return [];
  const variables = json['variables'] ?? {};
  if (!isObject(variables)) return [];
  const [, declared = ''] = /^\s*query\b[^({]*\(([^)]*)\)/.exec(json['query']) ?? [];
  return [...declared.matchAll(/\$(\w+)\s*:/g)].flatMap(([, name = '']) =>
    Object.hasOwn(variables, name)
      ? []
      : { name, plain: plainName(name), value: null, place: ['variables', name] },
  );
}

/** Where `next_query` finds a parameter; null: it cannot name it. */
export function queryOf({ name, place }: Parameter): Pick<NextQuery, 'name' | 'in'> | null {
  if (place === 'query') return { name };
  if (place === 'form') return { name, in: 'body' };
  const isPlain = place.every((key) => typeof key === 'string' && /^[^.$]+$/.test(key));
  return isPlain ? { name: place.join('.'), in: 'body' } : null;
}

function leaves(value: JsonValue, keys: readonly JsonKey[]): Parameter[] {
  if (isObject(value)) {
    if (keys.length >= maxDepth) return [];
    return Object.entries(value).flatMap(([name, member]) => leaves(member, [...keys, name]));
  }
  if (Array.isArray(value) || keys.length === 0) return [];
  const name = String(keys.at(-1));
  return [{ name, plain: plainName(name), value: value === null ? null : String(value), place: keys }];
}

/** The JSON of a request's body; undefined: it is none. */
function jsonOf(body: string): JsonValue | undefined {
  const read = /^\s*[[{]/.test(body) ? readJson(body) : null;
  return read?.ok === true ? read.value : undefined;
}

/** A request with another value of a parameter. */
export function requestWith(request: AskedRequest, { name, place }: Parameter, value: string): AskedRequest {
  if (place === 'query') return { ...request, url: withQueryValue(request.url, name, value) };
  const body = request.body ?? '';
  if (place === 'form') return { ...request, body: withQueryValue(`?${body}`, name, value).slice(1) };
  const json = jsonOf(body) ?? {};
  return { ...request, body: JSON.stringify(replaced(json, place, value)) };
}

function replaced(json: JsonValue, [key, ...rest]: readonly JsonKey[], value: string): JsonValue {
  if (key === undefined) return typeof json === 'number' ? Number(value) : value;
  if (!isObject(json)) return json;
  const own = json[key] ?? (rest.length > 0 ? {} : null);
  return { ...json, [key]: replaced(own, rest, value) };
}

/** A request as a spider begins with it. */
export function startRequestOf(request: AskedRequest, callback: string): StartRequest {
  const { url, body } = request;
  const method = methodOf(request);
  const end = { callback, follow: false };
  if (body === null || body === undefined || body === '') return { url, method, ...end };
  const json = jsonOf(body);
  if (json !== undefined) return { url, method, json, ...end };
  const parts = queryParts(`?${body}`);
  const isForm = parts.length > 0 && new Set(parts.map(({ name }) => name)).size === parts.length;
  const form = Object.fromEntries(parts.map(({ name, value }) => [name, value]));
  return isForm ? { url, method, form, ...end } : { url, method, body, ...end };
}

const known = ['GET', 'POST', 'PUT', 'PATCH'] as const;
const methodOf = ({ method }: AskedRequest): (typeof known)[number] =>
  known.find((each) => each === method?.toUpperCase()) ?? 'POST';

import { encodeForm, formType, isPlain, withQuery, type RequestMessage } from '../request-message.ts';
import { isSet } from './plain.ts';
import type { Spider, StartRequest } from './schema.ts';

/** A request as it is sent: its URL, and what it says besides. */
export interface WrittenRequest {
  url: string;
  message: RequestMessage;
}

/** Whether two are one request: headers do not tell requests apart. Left out: the plain GET of a URL that is compared elsewhere. */
export function isSameRequest(one: WrittenRequest | undefined, other: WrittenRequest | undefined): boolean {
  const print = (of: WrittenRequest | undefined): string =>
    of === undefined || isPlain(of.message)
      ? ''
      : `${of.message.method ?? ''} ${of.url} ${of.message.body ?? ''}`;
  return print(one) === print(other);
}

/** What a request sends, as a spider says it. At most one of `form`, `json` and `body` is set. */
export type RequestSpec = Pick<StartRequest, 'url' | 'method' | 'headers' | 'form' | 'json' | 'body'>;

/** The method of a request whose spider names none: POST where something is sent. */
export function methodOf({ method, form, json, body }: Omit<RequestSpec, 'url'>): string {
  return method ?? ([form, json, body].some(isSet) ? 'POST' : 'GET');
}

/** The request that a spider describes. The form of a GET is part of its URL, as in browsers. */
export function writeRequest(spec: RequestSpec): WrittenRequest {
  const { url, form, json, body } = spec;
  const method = methodOf(spec);
  const headers = { ...spec.headers };
  if (isSet(form) && method === 'GET') return { url: withQuery(url, form), message: { headers } };
  if (isSet(form)) return { url, message: { method, ...withType(headers, formType, encodeForm(form)) } };
  if (isSet(json))
    return { url, message: { method, ...withType(headers, 'application/json', JSON.stringify(json)) } };
  if (isSet(body))
    return { url, message: { method, ...withType(headers, 'text/plain;charset=UTF-8', body) } };
  return { url, message: { method, headers } };
}

/** Says what kind of body is sent, unless the spider does. */
function withType(headers: Record<string, string>, type: string, body: string) {
  const isSaid = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return { headers: isSaid ? headers : { 'content-type': type, ...headers }, body };
}

/** The start requests of a spider, in order. */
export const startRequestsOf = ({ start_requests }: Pick<Spider, 'start_requests'>): StartRequest[] =>
  start_requests ?? [];

/** Replaces the texts of a JSON value, at any depth. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

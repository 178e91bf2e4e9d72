import { jsonTextOf } from './json-text.ts';

/** An answer of JSON that a page has asked for while it was shown, without what is secret of the one who looked at it. */
export interface NetworkAnswer {
  /** Absolute, without a fragment. */
  url: string;
  /** In capitals. */
  method: string;
  /** By lower-case name. Of a secret one only the name is kept: its value is `redacted`. */
  requestHeaders: Record<string, string>;
  /** What was sent; null: nothing. */
  requestBody: string | null;
  status: number;
  contentType: string | null;
  /** Its headers that tell of further pages, with names in lower case; left out: it has none. */
  headers?: Record<string, string>;
  /** Whether the robots.txt of its host forbids it to a crawl; left out: it does not, or was not asked. */
  isForbidden?: boolean;
  /** As it came. Its JSON is what `jsonTextOf` finds in it. */
  body: string;
}

/** What stands for the value of a secret header. */
export const redacted = '[redacted]';

/** The most characters of the body of an answer. */
export const maxAnswerLength = 4_000_000;
/** Limits for the answers of one page: how many there are, and the characters of all, and of what was sent. */
const limits = { answers: 60, all: 12_000_000, requestBody: 100_000 };

/** Headers that are a login, or hold for one session. */
const secret =
  /^(?:set-)?cookie$|csrf|xsrf|session|bearer|(?:access|security)-?token|(?:^|-)auth(?:$|-|orization)/;

/** The headers of a request by lower-case name, without the values of those that are secret. */
function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(named.map(([name, value]) => [name, secret.test(name) ? redacted : value]));
}

const pagingHeader = /^(?:link|x-total(?:-(?:count|pages))?|x-wp-total(?:pages)?)$/;

/** The headers of an answer that tell of further pages: all others are not kept. */
export function pagingHeaders(
  headers: Readonly<Record<string, string>>,
): Required<Pick<NetworkAnswer, 'headers'>> | null {
  const own = Object.entries(headers).filter(([name]) => pagingHeader.test(name));
  return own.length === 0 ? null : { headers: Object.fromEntries(own) };
}

/** Whether the body of an answer may be JSON, by its status and type: `+json`, text and scripts too. */
export function mayHoldJson(status: number, contentType: string | null): boolean {
  if (status < 200 || status >= 300 || status === 204) return false;
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === '' || /json|^text\/(?:plain|html)$|(?:java|ecma)script|octet-stream/.test(type);
}

/** Collects the answers of one page, as far as they are JSON and the limits go. What is asked for twice is kept as it came last. */
export class AnswerCollection {
  readonly #answers = new Map<string, NetworkAnswer>();
  #characters = 0;

  /** Takes an answer with its headers as they were sent. One that is no JSON, or too much, is left out. */
  add(answer: NetworkAnswer): void {
    const { url, method, requestHeaders, requestBody, status, contentType, body } = answer;
    const key = `${method} ${url} ${requestBody ?? ''}`;
    const before = this.#answers.get(key);
    const all = this.#characters - (before?.body.length ?? 0) + body.length;
    if (before === undefined && this.#answers.size >= limits.answers) return;
    if (body.length > maxAnswerLength || all > limits.all) return;
    if ((requestBody?.length ?? 0) > limits.requestBody) return;
    if (!mayHoldJson(status, contentType) || !isJson(body)) return;
    this.#characters = all;
    this.#answers.set(key, { ...answer, requestHeaders: withoutSecrets(requestHeaders) });
  }

  /** In the order in which they were first asked for. */
  get answers(): NetworkAnswer[] {
    return [...this.#answers.values()];
  }
}

/** Whether a body is an object or a list in JSON. */
function isJson(body: string): boolean {
  const { text } = jsonTextOf(body);
  if (!/^\uFEFF?\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}

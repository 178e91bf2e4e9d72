import { reservedCallbackNames } from '../../shared/spider/schema.ts';
import { domainOf } from '../../shared/spider/new-spider.ts';

/** A spider document that is being written; it is checked when it is finished. */
export interface Draft {
  name: string;
  source_url?: unknown;
  allowed_domains: unknown[];
  start_urls: unknown[];
  start_requests?: unknown[];
  rules: Record<string, unknown>[];
  settings: Record<string, unknown>;
  callbacks: Record<string, Record<string, unknown>>;
  expect?: object;
}

/** An empty document. */
export const emptyDraft = (name: string): Draft => ({
  name: spiderName(name),
  allowed_domains: [],
  start_urls: [],
  rules: [],
  settings: {},
  callbacks: bare(),
});

/** An object in which every name is a name, `__proto__` too. */
export function bare<T>(): Record<string, T> {
  const none: Record<string, T> = Object.create(null);
  return none;
}

/** A name that a spider can have, made of any text. */
export function spiderName(text: string): string {
  const plain = asciiOf(text)
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 255);
  return plain === '' ? 'spider' : plain;
}

/** A name that a callback can have, made of any text, and that is not taken. */
export function callbackName(text: string, taken: Readonly<Record<string, unknown>>): string {
  const plain = asciiOf(text)
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  const begun = plain === '' ? 'parse_page' : /^\d/.test(plain) ? `parse_${plain}` : plain;
  const free = reservedCallbackNames.some((name) => name === begun) ? `${begun}_page` : begun;
  return freeName(free, taken);
}

/** The name, or the name with the first number that is not taken. */
function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  let candidate = name;
  for (let number = 2; candidate in taken; number += 1) candidate = `${name}_${number}`;
  return candidate;
}

const asciiOf = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '');

/** The domains of URLs, each once. */
export const domainsOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.map(domainOf).filter((domain) => domain !== '')),
];

import { dateFormatProblem, formatDay, readDay } from './date-format.ts';
import type { RequestMessage } from '../request-message.ts';
import { builtInCallback, type Spider } from './schema.ts';
import type { GeneratedVariable, Settings } from './settings-schema.ts';
import { startRequestsOf, writeRequest } from './start-requests.ts';

/** The most URLs that GENERATED_URLS may make. */
export const maxGeneratedUrls = 1_000_000;

/** A start URL that GENERATED_URLS makes. */
export interface GeneratedUrl {
  /** As the template has it, with the values in place. */
  url: string;
  /** The callback that extracts from its page; null: its links are followed, nothing is extracted. */
  callback: string | null;
  follow: boolean;
  /** The form that is sent; left out: it is a plain GET. */
  message?: RequestMessage;
}

/** The values of a variable, made when they are asked for. */
export interface Series {
  count: number;
  /** @param index from 0 up to `count` */
  readonly at: (index: number) => string;
  /**
   * The positions of the values that a URL may have been made with, in order: of plain values those that stand in it.
   * @param text the URL, decoded, in lower case
   */
  readonly within: (text: string) => number[];
}

/** Values that a URL holds as they are. */
const plainValue = /^[\w./-]+$/;
const dotSegment = /(?:^|\/)\.{1,2}(?:\/|$)/;

function seriesFrom(count: number, at: (index: number) => string): Series {
  const within = (text: string): number[] => {
    const kept: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const value = at(index);
      const isPlain = plainValue.test(value) && !dotSegment.test(value);
      if (!isPlain || text.includes(value.toLowerCase())) kept.push(index);
    }
    return kept;
  };
  return { count, at, within };
}

/** Whole numbers are found in a text by its digits, not by trying each: a range may have a million. */
function rangeFrom(from: number, by: number, count: number): Series {
  const within = (text: string): number[] => {
    const found = new Set<number>();
    for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
      for (let start = 0; start < digits.length; start += 1) {
        for (let end = start + 1; end <= Math.min(digits.length, start + 16); end += 1) {
          const value = Number(digits.slice(start, end));
          found.add((value - from) / by);
          if (start === 0 && text[index - 1] === '-') found.add((-value - from) / by);
        }
      }
    }
    const isPosition = (index: number) => Number.isInteger(index) && index >= 0 && index < count;
    return [...found].filter(isPosition).sort((a, b) => a - b);
  };
  return { count, at: (index) => String(from + index * by), within };
}

const defaultDateFormat = '%Y-%m-%d';

/** A name in braces. */
const placeholder = /\{([\w-]+)\}/g;

/** The names of a template's placeholders, each once. */
export function placeholdersOf(template: string): Set<string> {
  return new Set([...template.matchAll(placeholder)].map(([, name = '']) => name));
}

/** The values of a variable. @returns a sentence that says why it has none, if its limits make no sense */
export function seriesOf(variable: GeneratedVariable): Series | string {
  switch (variable.type) {
    case 'range': {
      const { from, to, step } = variable;
      if (to < from) return `"to" (${to}) must not be below "from" (${from})`;
      const by = step ?? 1;
      return rangeFrom(from, by, Math.floor((to - from) / by) + 1);
    }
    case 'date': {
      const { from, to, format, step_days: stepDays } = variable;
      const written = format ?? defaultDateFormat;
      const problem = dateFormatProblem(written);
      if (problem !== null) return `the format ${problem}`;
      const first = readDay(from, written);
      const last = readDay(to, written);
      if (first === null) return `"from" must be a date such as 2026-01-31, not "${from}"`;
      if (last === null) return `"to" must be a date such as 2026-01-31, not "${to}"`;
      if (last < first) return `"to" (${to}) must not be before "from" (${from})`;
      const by = stepDays ?? 1;
      const count = Math.floor((last - first) / by) + 1;
      return seriesFrom(count, (index) => formatDay(first + index * by, written));
    }
    case 'list': {
      const { values } = variable;
      return seriesFrom(values.length, (index) => String(values[index] ?? ''));
    }
    default:
      return variable satisfies never;
  }
}

/** Puts values into a template. White space, control characters and "#" are percent-encoded, all else stays as it is. */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(placeholder, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : value.replaceAll(/[\s\p{Cc}#]/gu, encodeURIComponent);
  });
}

/** A template with its variables, of which the last varies fastest. */
export interface GeneratedEntry {
  template: string;
  variables: readonly (readonly [name: string, series: Series])[];
  count: number;
  callback: string | null;
  follow: boolean;
  /** The form that is sent, whose values may hold placeholders; null: the URLs are requested with GET. */
  form: Readonly<Record<string, string>> | null;
}

/** Reads GENERATED_URLS. @param settings of a spider that `validateSpider` accepts */
export function generatedEntries(settings: Settings | null | undefined): GeneratedEntry[] {
  return (settings?.GENERATED_URLS ?? []).map((entry) => {
    const variables = Object.entries(entry.vars).map(([name, variable]) => {
      const series = seriesOf(variable);
      return [name, typeof series === 'string' ? seriesFrom(0, () => '') : series] as const;
    });
    const follow = entry.follow ?? false;
    return {
      template: entry.template,
      variables,
      count: variables.reduce((product, [, { count }]) => product * count, 1),
      callback: follow ? null : (entry.callback ?? builtInCallback),
      follow,
      form: entry.method === 'POST' ? textsOf(entry.formdata ?? {}) : null,
    };
  });
}

const textsOf = (form: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));

/** The start URLs of a spider as they are written, those of its start requests and listings, and the first one of each template. */
export function firstUrls(spider: Pick<Spider, 'start_urls' | 'start_requests' | 'settings'>): string[] {
  const { start_urls, settings } = spider;
  const entries = generatedEntries(settings).filter(({ count }) => count > 0);
  const requests = startRequestsOf(spider).map(({ url }) => url);
  const listings = (settings?.PAGINATED_LISTINGS ?? []).map(({ url }) => url);
  return [...start_urls, ...requests, ...listings, ...entries.map((entry) => urlAt(entry, 0).url)];
}

/** Number of URLs that GENERATED_URLS makes; a URL that is made twice counts twice. */
export function countGenerated(settings: Settings | null | undefined): number {
  return generatedEntries(settings).reduce((sum, { count }) => sum + count, 0);
}

/** The URL at a position. @param index from 0 up to the count of the entry */
export function urlAt(
  { template, variables, callback, follow, form }: GeneratedEntry,
  index: number,
): GeneratedUrl {
  const values = new Map<string, string>();
  let rest = index;
  for (const [name, { count, at }] of variables.toReversed()) {
    values.set(name, at(rest % count));
    rest = Math.floor(rest / count);
  }
  const url = fillTemplate(template, values);
  if (form === null) return { url, callback, follow };
  const filled = Object.entries(form).map(([name, text]) => [
    name,
    text.replaceAll(placeholder, (whole, key: string) => values.get(key) ?? whole),
  ]);
  const { message } = writeRequest({ url, method: 'POST', form: Object.fromEntries(filled) });
  return { url, callback, follow, message };
}

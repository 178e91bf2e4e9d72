import { generatedEntries, urlAt, type GeneratedEntry } from '../../shared/spider/generated-urls.ts';
import type { Settings } from '../../shared/spider/settings-schema.ts';
import type { RequestMessage } from '../../shared/request-message.ts';
import { fingerprintRequest } from './fingerprint.ts';
import type { NewRequest } from './ports/ledger.ts';
import { resolveUrl } from './resolve.ts';
import { originOf } from './rules.ts';

/** One of the URLs that GENERATED_URLS makes, as the request that it becomes. */
export interface GeneratedSeed {
  /** Position among all generated URLs, from 0. */
  index: number;
  request: NewRequest;
}

/** The start URLs that GENERATED_URLS makes, in order. Each is made when it is asked for. */
export class GeneratedSeeds {
  readonly #entries: readonly GeneratedEntry[];
  /** Number of URLs; one that is made twice counts twice. */
  readonly count: number;

  /** @param settings of a spider that `validateSpider` accepts */
  constructor(settings: Settings | null | undefined) {
    this.#entries = generatedEntries(settings);
    this.count = this.#entries.reduce((sum, { count }) => sum + count, 0);
  }

  /** Whether the URLs may be of several origins. */
  get haveOrigins(): boolean {
    const origins = new Set(
      this.#entries.map(({ template }) => /^[^/]*\/\/[^/?#]*/.exec(template)?.[0] ?? ''),
    );
    return origins.size > 1 || [...origins].some((origin) => origin.includes('{'));
  }

  /** The first request of each template. */
  get firsts(): NewRequest[] {
    return this.#entries.filter(({ count }) => count > 0).map((entry) => seedOf(entry, 0));
  }

  /** The request at a position. @param index from 0 up to `count` */
  at(index: number): NewRequest {
    let rest = index;
    for (const entry of this.#entries) {
      if (rest < entry.count) return seedOf(entry, rest);
      rest -= entry.count;
    }
    throw new RangeError(`There is no generated URL ${index}.`);
  }

  /** Returns the first that stands for the same page as a request; null if none does. @param message of the request, as `NewRequest` */
  find(url: string, message: RequestMessage | null = null): GeneratedSeed | null {
    const fingerprint = fingerprintRequest(url, message);
    const text = message?.body === undefined ? url : `${url} ${message.body.replaceAll('+', ' ')}`;
    let before = 0;
    for (const entry of this.#entries) {
      for (const index of candidates(entry, text)) {
        const request = seedOf(entry, index);
        if (request.fingerprint === fingerprint) return { index: before + index, request };
      }
      before += entry.count;
    }
    return null;
  }
}

function seedOf(entry: GeneratedEntry, index: number): NewRequest {
  const { url: written, callback, follow, message } = urlAt(entry, index);
  const resolved = resolveUrl(written, null);
  const url = resolved.ok ? resolved.url : written;
  return {
    url,
    fingerprint: fingerprintRequest(url, message),
    origin: originOf(url),
    priority: 0,
    depth: 0,
    rule: null,
    callback,
    follow,
    parent: null,
    ...(message === undefined ? {} : { message }),
  };
}

/**
 * Yields, in order, the positions of an entry that may have made a URL and a form: a plain value that stands in neither has not
 * made them. So few of a million have to be made.
 */
function* candidates({ variables, count }: GeneratedEntry, written: string): Generator<number> {
  if (count === 0) return;
  const text = decoded(written).toLowerCase();
  const possible = variables.map(([, series]) => ({ kept: series.within(text), count: series.count }));
  const total = possible.reduce((product, { kept }) => product * kept.length, 1);
  for (let number = 0; number < total; number += 1) {
    let rest = number;
    let index = 0;
    let weight = 1;
    for (const { kept, count: values } of possible.toReversed()) {
      index += (kept[rest % kept.length] ?? 0) * weight;
      rest = Math.floor(rest / kept.length);
      weight *= values;
    }
    yield index;
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

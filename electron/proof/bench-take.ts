import { columnFields, type Callback, type Spider } from '../../shared/spider/schema.ts';
import type { JsonValue } from '../../shared/json-value.ts';
import { fingerprintUrl } from '../engine/fingerprint.ts';
import type { OfflineExtractor, OfflineOutput, ReadPage } from '../engine/offline.ts';

/** A row of the grid: a field, or links of one kind. */
export interface Part {
  kind: 'field' | 'links';
  name: string;
}

/** Links to pages that the spider treats like the page that they are on. */
const nextPages: Part = { kind: 'links', name: 'next pages' };
/** All other links that a crawl would follow, by rules or rows. */
const otherLinks: Part = { kind: 'links', name: 'other links' };

/** Values of a part of a page, by row; one value where the page is one item. */
export interface TakenPart extends Part {
  values: readonly JsonValue[];
}

/** What a spider takes from a page. */
export interface TakenPage {
  /** Null: it extracts nothing. */
  callback: string | null;
  /** Number of rows; null: the page is one item, or nothing is extracted. */
  rows: number | null;
  parts: readonly TakenPart[];
  /** Why nothing could be extracted, or why there are no rows, in one sentence; null otherwise. */
  reason: string | null;
}

const ownCallback = (spider: Spider, name: string | null): Callback | null => {
  const callbacks = spider.callbacks ?? {};
  return name !== null && Object.hasOwn(callbacks, name) ? (callbacks[name] ?? null) : null;
};

/** What a crawl would take from a page. @param callback the one that takes it; null: none */
export function takePage(
  { spider, offline }: { spider: Spider; offline: OfflineExtractor },
  page: ReadPage,
  callback: string | null,
): TakenPage {
  const output = offline.extract(page, callback);
  const own = ownCallback(spider, callback);
  const isList = own?.iterate !== undefined && own.iterate !== null;
  const records = recordsOf(output);
  const names = fieldsOf(own, records);
  const fields = names.map((name): TakenPart => ({
    kind: 'field',
    name,
    values: records.map((record) => record[name] ?? null),
  }));
  return {
    callback,
    rows: isList ? records.length : null,
    parts: [...fields, ...linksOf(page, output)],
    reason: output.failure ?? output.empty,
  };
}

type Fields = Readonly<Record<string, JsonValue>>;

function recordsOf({ items, rows }: OfflineOutput): Fields[] {
  if (rows.length > 0) return rows.map(({ values }) => values);
  return items.map((item) => {
    const columns = Object.fromEntries(columnFields.map((name) => [name, item[name]]));
    // A list in the field of a column is kept whole in the metadata.
    return { ...columns, ...item.metadata };
  });
}

/** The fields of a callback in the order of its text; those of an article as far as there are any. */
function fieldsOf(own: Callback | null, records: readonly Fields[]): string[] {
  if (own === null) return records.length === 0 ? [] : Object.keys(records[0] ?? {});
  const written = [...Object.keys(own.extract ?? {}), ...Object.keys(own.iterate?.url_context ?? {})];
  return [...new Set(written)];
}

/** Where the links of a page lead, without duplicates, in the order of the page. */
function linksOf({ url }: ReadPage, { callback, rows, links }: OfflineOutput): TakenPart[] {
  const own = fingerprintUrl(url);
  const next = new Set<string>();
  const others = new Set(rows.flatMap(({ request }) => request?.url ?? []));
  for (const link of links) {
    if (link.callback !== callback) others.add(link.url);
    else if (link.fingerprint !== own) next.add(link.url);
  }
  return [
    { ...nextPages, values: [...next] },
    { ...otherLinks, values: [...others] },
  ];
}

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Type, type Static } from 'typebox';
import { NewerVersionSchema } from '../../../shared/contract/calls/app.ts';
import type { NewerVersion } from '../../../shared/contract/types.ts';
import { createHttpClient } from '../../fetch/client.ts';
import { ownCheck } from '../../schemas/checker.ts';
import { environment } from '../../system/environment.ts';
import { version as ownVersion } from '../version.ts';
import { isNewer, versionPattern } from './version-order.ts';
import { dataPath } from '../data-folder-entries.ts';

/** URL of the published version feed; null: there is none, and nothing is requested. */
const publishedFeed: string | null = null;
/** Interval between two requests to the feed, and the timeout of one, in milliseconds. */
const askEvery = 24 * 60 * 60 * 1000;
const timeoutMs = 10_000;
const maxBytes = 64 * 1024;

/** Schema of a version feed; further members are ignored. */
export const FeedSchema = Type.Object({
  version: Type.String({ pattern: versionPattern }),
  url: Type.String({ maxLength: 2000, pattern: '^https://' }),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
});
const isFeed = ownCheck(FeedSchema);

/** Schema of the stored result of the last request. */
export const KeptSchema = Type.Object({
  feed: Type.String(),
  askedAt: Type.Number(),
  newest: Type.Union([NewerVersionSchema, Type.Null()]),
});
const isKept = ownCheck(KeptSchema);

/** Checks for newer versions. */
export interface NewerVersions {
  /** Whether there is a feed. */
  readonly hasFeed: boolean;
  /** The newest version if it is newer than this one, else null. Requests the feed at most once a day. Never rejects. */
  newer(): Promise<NewerVersion | null>;
  close(): void;
}

/** Options of `createNewerVersions`. */
export interface NewerVersionsOptions {
  dataDir: string;
  /** URL of the feed; default: SPIDER_STUDIO_VERSION_FEED, else the published feed. */
  feed?: string | null;
  version?: string;
  now?: () => number;
}

/**
 * Checks for newer versions of the application. The result is cached in a file of the data folder; an unreadable feed counts as
 * no newer version until the next day.
 */
export function createNewerVersions({
  dataDir,
  feed = environment['SPIDER_STUDIO_VERSION_FEED'] ?? publishedFeed,
  version = ownVersion,
  now = Date.now,
}: NewerVersionsOptions): NewerVersions {
  const file = dataPath(dataDir, 'newer-version.json');
  const address = feed !== null && isSafe(feed) ? feed : null;
  const closing = new AbortController();
  let asking: Promise<NewerVersion | null> | null = null;

  async function newest(from: string): Promise<NewerVersion | null> {
    const kept = readKept(file, from);
    const age = kept === null ? Infinity : now() - kept.askedAt;
    // A negative age means that the clock was set back: request again.
    if (kept !== null && age >= 0 && age < askEvery) return kept.newest;
    const found = (await ask(from, closing.signal)) ?? kept?.newest ?? null;
    if (!closing.signal.aborted) keep(file, { feed: from, askedAt: now(), newest: found });
    return found;
  }

  return {
    hasFeed: address !== null,
    async newer() {
      if (address === null) return null;
      asking ??= newest(address).finally(() => (asking = null));
      const found = await asking;
      return found !== null && isNewer(found.version, version) ? found : null;
    },
    close: () => closing.abort(),
  };
}

/** Whether the feed cannot be modified in transit: https, or this computer. */
function isSafe(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1');
}

/** Requests the feed. @returns null: it is unreadable or invalid */
async function ask(url: string, signal: AbortSignal): Promise<NewerVersion | null> {
  const http = createHttpClient({
    userAgent: `Spider Studio/${ownVersion}`,
    headers: { accept: 'application/json' },
    limits: { maxBytes, timeoutMs, maxRedirects: 3 },
    allowPrivate: true,
    connectionsPerOrigin: 1,
    cookies: false,
  });
  try {
    const onHop = (hop: string): string | null => (isSafe(hop) ? null : 'It leaves the safe way.');
    const answer = await http.fetch({ url }, { signal, onHop });
    if (!answer.ok || answer.page.status !== 200) return null;
    const said = parse(new TextDecoder().decode(answer.page.body));
    return isFeed(said) ? { version: said.version, url: said.url, notes: said.notes ?? null } : null;
  } finally {
    await http.close();
  }
}

function readKept(file: string, feed: string): Static<typeof KeptSchema> | null {
  try {
    const kept = parse(readFileSync(file, 'utf8'));
    return isKept(kept) && kept.feed === feed ? kept : null;
  } catch {
    return null;
  }
}

/** Stores the result; where that fails, the next start requests again. */
function keep(file: string, kept: Static<typeof KeptSchema>): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify(kept)}\n`);
    renameSync(`${file}.new`, file);
  } catch {
    return;
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

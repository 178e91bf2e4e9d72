import type { RunEvent } from '../../../shared/contract/types.ts';
import type { Tone } from '../../ui/badge.tsx';

interface KindWords {
  readonly title: string;
  readonly tone: Tone;
}

const words: Readonly<Record<string, KindWords>> = {
  fetched: { title: 'Fetched', tone: 'neutral' },
  cached: { title: 'From the cache', tone: 'info' },
  extracted: { title: 'Extracted', tone: 'success' },
  failed: { title: 'Failed', tone: 'danger' },
  'run-failed': { title: 'Run failed', tone: 'danger' },
  skipped: { title: 'Skipped', tone: 'neutral' },
  retried: { title: 'Retried', tone: 'warning' },
  throttled: { title: 'Asked to wait', tone: 'warning' },
  redirected: { title: 'Redirected', tone: 'neutral' },
  'links-dropped': { title: 'Links dropped', tone: 'neutral' },
  'links-problem': { title: 'Links problem', tone: 'warning' },
  'links-trapped': { title: 'Links into traps', tone: 'info' },
  'field-problem': { title: 'Field problem', tone: 'warning' },
  'no-rows': { title: 'No rows', tone: 'warning' },
  'rows-dropped': { title: 'Rows not followed', tone: 'warning' },
  'rows-lost': { title: 'Rows without an item', tone: 'warning' },
  expectation: { title: 'Not as expected', tone: 'warning' },
  repaired: { title: 'Repaired', tone: 'success' },
  duplicates: { title: 'Duplicates', tone: 'neutral' },
  trap: { title: 'Crawler trap', tone: 'warning' },
  trapped: { title: 'Caught in a trap', tone: 'danger' },
  robots: { title: 'robots.txt', tone: 'warning' },
  sitemap: { title: 'Sitemap', tone: 'info' },
  'sitemap-problem': { title: 'Sitemap problem', tone: 'warning' },
  'needs-browser': { title: 'Needs a browser', tone: 'warning' },
  login: { title: 'The login was not stored', tone: 'warning' },
  'other-kind': { title: 'Another kind of page', tone: 'warning' },
  'login-wall': { title: 'Asks for a login', tone: 'danger' },
  'login-taken': { title: 'Login page taken', tone: 'warning' },
  'sitemap-unread': { title: 'Sitemap not read', tone: 'warning' },
  proxy: { title: 'Proxy', tone: 'info' },
  network: { title: 'Network', tone: 'warning' },
  blocked: { title: 'Blocked', tone: 'danger' },
  generated: { title: 'Generated URLs', tone: 'info' },
  started: { title: 'Started', tone: 'accent' },
  resumed: { title: 'Resumed', tone: 'accent' },
  paused: { title: 'Paused', tone: 'accent' },
  recovered: { title: 'Recovered', tone: 'accent' },
  excluded: { title: 'URLs excluded', tone: 'accent' },
  requeued: { title: 'Queued again', tone: 'accent' },
  interrupted: { title: 'Interrupted', tone: 'warning' },
  completed: { title: 'Completed', tone: 'success' },
  stopped: { title: 'Stopped', tone: 'accent' },
};

/** What a kind of event is called and how it looks; kinds of later versions are shown as they are named. */
export function kindWords(kind: string): KindWords {
  if (Object.hasOwn(words, kind)) return words[kind] ?? { title: kind, tone: 'neutral' };
  const plain = kind.replaceAll('-', ' ');
  return { title: plain.charAt(0).toUpperCase() + plain.slice(1), tone: 'neutral' };
}

/** Whether a text is in what the line of an event shows. */
export function eventHas(event: RunEvent, text: string): boolean {
  const wanted = text.toLowerCase();
  return (
    event.message.toLowerCase().includes(wanted) ||
    (event.url ?? '').toLowerCase().includes(wanted) ||
    event.kind.includes(wanted) ||
    String(event.page?.status ?? '') === wanted
  );
}

/** An event as a line of JSON, as `runs tail --json-lines` writes it. */
export const eventJson = (event: RunEvent): string => JSON.stringify(event);

/** An event as a line of text, for the clipboard. */
export function eventText({ at, kind, url, message, page }: RunEvent): string {
  const status = page?.status === null || page?.status === undefined ? '' : ` ${page.status}`;
  return [at, `${kind}${status}`, url ?? '', message].filter((part) => part !== '').join('\t');
}

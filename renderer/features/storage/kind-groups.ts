import { storageWords, type StorageKind } from '../../../shared/storage-kinds.ts';
import type { StorageReport } from '../../../shared/contract/types.ts';

/** What the bar tells apart: fewer groups than there are kinds, so that colours can be told apart. */
export interface KindGroup {
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly StorageKind[];
}

const group = (id: string, title: string, ...kinds: StorageKind[]): KindGroup => ({ id, title, kinds });

/** The groups, in the order of the bar. */
export const kindGroups: readonly KindGroup[] = [
  group('pages', storageWords.pages, 'pages'),
  group('items', storageWords.items, 'items'),
  group('requests', 'Requests and events', 'requests', 'events'),
  group('indexes', storageWords.indexes, 'indexes'),
  group('saved', 'Saved pages and pictures', 'saved-pages', 'pictures'),
  group('cache', 'HTTP cache and crawl history', 'cache', 'history'),
  group('backups', 'Backups and trash', 'backups', 'trash'),
  group('browser', storageWords.browser, 'browser'),
  group('other', 'Everything else', 'spiders', 'other', 'log', 'logs', 'files'),
  group('free', 'Free inside the database', 'free'),
];

/** Bytes of some kinds. */
export function bytesOf(kinds: StorageReport['kinds'], wanted: readonly StorageKind[]): number {
  return kinds.filter(({ kind }) => wanted.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0);
}

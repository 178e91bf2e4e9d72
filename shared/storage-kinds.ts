/** What takes room in a data folder: first in the database, then in files beside it. */
export const storageKinds = [
  'pages',
  'items',
  'downloads',
  'requests',
  'events',
  'indexes',
  'saved-pages',
  'pictures',
  'cache',
  'history',
  'spiders',
  'trash',
  'other',
  'free',
  'log',
  'backups',
  'logs',
  'browser',
  'files',
] as const;

/** See `storageKinds`. */
export type StorageKind = (typeof storageKinds)[number];

/** What each kind is called. */
export const storageWords: Readonly<Record<StorageKind, string>> = {
  pages: 'Stored pages',
  items: 'Items',
  downloads: 'Downloaded files',
  requests: 'Requests',
  events: 'Events',
  indexes: 'Indexes',
  'saved-pages': 'Saved pages',
  pictures: 'Pictures',
  cache: 'HTTP cache',
  history: 'Crawl history',
  spiders: 'Versions, drafts and proofs',
  trash: 'Trash',
  other: 'Queue, notices and the rest',
  free: 'Free inside the database',
  log: 'Write-ahead log',
  backups: 'Backups in the data folder',
  logs: 'Logs',
  browser: 'Downloaded browser',
  files: 'Other files',
};

/** What is looked at in a database, in this order. */
export const inspections = [
  'file',
  'references',
  'counters',
  'stored-pages',
  'page-contents',
  'file-contents',
  'unused-pages',
  'dataset',
] as const;

/** The names of what is looked at, as they are shown. */
export const inspectionNames: Readonly<Record<(typeof inspections)[number], string>> = {
  file: 'The file',
  references: 'References',
  counters: 'Counters',
  'stored-pages': 'Stored pages',
  'page-contents': 'Contents of pages',
  'file-contents': 'Contents of downloaded files',
  'unused-pages': 'Unused pages',
  dataset: 'Datasets',
};

import { join } from 'node:path';

/** Whether a backup has an entry of a data folder: true, or why not. */
const entries = {
  'spider-studio.db': true,
  'proxies.json': true,
  'places.json': true,
  'registries.json': true,
  'backup-plan.json': true,
  'spider-studio.db-': 'belong to the database while it is in use',
  'spider-studio.db.': 'are copies from before an update',
  'logins.json': 'are sessions at sites, which stay on this computer',
  'logins.lock': 'keeps others out meanwhile',
  browsers: 'are downloaded again',
  downloads: 'are exports on their way to a window',
  library: 'is what was read of registries, and is read again',
  logs: 'tell of this computer',
  desktop: 'holds the place of windows on this screen',
  'newer-version.json': 'is asked for again',
  'api-server.json': 'says how this computer serves the API',
  'api-serving.json': 'says where the API is served now',
  'api-serving.lock': 'says that it is',
  'restore-': 'is a backup that is being unpacked',
  restoring: 'is a backup that is being put in place',
  'restore.lock': 'keeps others out meanwhile',
  'before-': 'are earlier workspaces, kept by a restore or a repair',
  'backup.lock': 'keeps others out meanwhile',
  'backup-plan.lock': 'keeps others out meanwhile',
  'backup-scratch-': 'is room for a check or a restore',
  'backup-upload-': 'is a backup on its way to a place',
  'check-': 'is a trial by the doctor',
} as const satisfies Record<string, true | string>;

/** Name of an entry of a data folder. One that ends with `-` or `.` begins the names of several. */
export type DataEntry = keyof typeof entries;

/** All entries that may lie in a data folder, and whether a backup has them: true, or why not. */
export const dataEntries: Readonly<Record<DataEntry, true | string>> = entries;

/** Path of an entry of a data folder. What has no line in the table above cannot be put there. */
export function dataPath(dataDir: string, entry: DataEntry): string {
  return join(dataDir, entry);
}

/** The entry that a name in a data folder belongs to; null: none that Spider Studio makes. */
export function entryOf(name: string): DataEntry | null {
  // A file that is being replaced.
  const plain = name.replace(/\.\d+\.tmp$/u, '');
  const isEntry = (text: string): text is DataEntry => Object.hasOwn(entries, text);
  if (isEntry(plain)) return plain;
  return (
    Object.keys(entries)
      .filter(isEntry)
      .find((entry) => /[-.]$/u.test(entry) && plain.startsWith(entry)) ?? null
  );
}

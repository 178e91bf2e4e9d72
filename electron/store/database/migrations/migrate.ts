import type Database from 'better-sqlite3';
import { closeSync, existsSync, openSync } from 'node:fs';
import { files } from '../../../system/files.ts';
import { restoreBackup, StoreError } from '../../errors.ts';
import { newestSchema } from '../generated/newest-schema.ts';
import { ownerOnly } from '../private-file.ts';
import type { Migration } from './migration.ts';
import { first } from './0001-first.ts';
import { memory } from './0002-memory.ts';
import { routes } from './0004-routes.ts';
import { sessionsAndEvents } from './0003-sessions-and-events.ts';
import { window } from './0005-window.ts';
import { pageStyles } from './0006-page-styles.ts';
import { deaths } from './0007-deaths.ts';
import { barrenPages } from './0008-barren-pages.ts';
import { ownerLocks } from './0009-owner-locks.ts';
import { waits } from './0010-waits.ts';
import { pageKinds } from './0011-page-kinds.ts';
import { rows } from './0012-rows.ts';
import { fetchTimes } from './0013-fetch-times.ts';
import { pictures } from './0014-pictures.ts';
import { lockedValues } from './0015-locked-values.ts';
import { expectations } from './0017-expectations.ts';
import { responseHeads } from './0016-response-heads.ts';
import { generations } from './0018-generations.ts';
import { hops } from './0019-hops.ts';
import { proofs } from './0020-proofs.ts';
import { versionNotes } from './0021-version-notes.ts';
import { operations } from './0022-operations.ts';
import { dataset } from './0023-dataset.ts';
import { exportRecipes } from './0024-export-recipes.ts';
import { trash } from './0025-trash.ts';
import { retention } from './0026-retention.ts';
import { libraryImports } from './0027-library-imports.ts';
import { exportIntentions } from './0028-export-intentions.ts';
import { requestMessages } from './0029-request-messages.ts';
import { downloadedFiles } from './0030-files.ts';
import { pageAnswers } from './0031-page-answers.ts';
import { fileChunks } from './0032-file-chunks.ts';
import { pageRequests } from './0033-page-requests.ts';
import { actedPages } from './0034-acted-pages.ts';
import { api } from './0035-api.ts';
import { draftEvidence } from './0037-draft-evidence.ts';
import { webhooks } from './0036-webhooks.ts';
import { workers } from './0039-workers.ts';
import { runExclusions } from './0041-run-exclusions.ts';
import { tokenSubjects } from './0038-token-subjects.ts';

/** All migrations, oldest first. A released one is never edited. */
export const migrations: readonly Migration[] = [
  first,
  memory,
  sessionsAndEvents,
  routes,
  window,
  pageStyles,
  deaths,
  barrenPages,
  ownerLocks,
  waits,
  pageKinds,
  rows,
  fetchTimes,
  pictures,
  lockedValues,
  responseHeads,
  expectations,
  generations,
  hops,
  proofs,
  versionNotes,
  operations,
  dataset,
  exportRecipes,
  trash,
  retention,
  libraryImports,
  exportIntentions,
  requestMessages,
  downloadedFiles,
  pageAnswers,
  fileChunks,
  pageRequests,
  actedPages,
  api,
  webhooks,
  draftEvidence,
  tokenSubjects,
  workers,
  runExclusions,
];

/** SQLite's application_id of a database of Spider Studio: "SpSt" in ASCII. */
export const applicationId = 0x53705374;

/**
 * Migrates a database to the newest schema. Each migration is a transaction of its own; an empty database gets what all of them
 * make at once, in a tenth of the time. A database with data is copied first, to a file beside it.
 * @returns path of the copy; null if none was needed
 * @throws StoreError `damaged`
 */
export function migrate(
  db: Database.Database,
  path: string,
  steps: readonly Migration[] = migrations,
): string | null {
  const from = schemaVersion(db);
  if (from >= newestVersion(steps)) return null;
  const backup = from === 0 ? null : copyBefore(db, path, from);
  if (from === 0 && steps === migrations) apply(db, path, newestSchema);
  else migrateStepByStep(db, path, steps);
  return backup;
}

/** Applies each migration that a database has not had yet. */
export function migrateStepByStep(
  db: Database.Database,
  path: string,
  steps: readonly Migration[] = migrations,
): void {
  for (const step of steps) apply(db, path, step);
}

/** Returns the version of the schema of a database; 0 for an empty file. */
export function schemaVersion(db: Database.Database): number {
  const version = db.pragma('user_version', { simple: true });
  return typeof version === 'number' ? version : 0;
}

/** Returns the version of the schema after all migrations. */
export function newestVersion(steps: readonly Migration[] = migrations): number {
  return steps.at(-1)?.version ?? 0;
}

function apply(db: Database.Database, path: string, step: Migration): void {
  // Rebuilding a table that others refer to needs the checks off. They are run before the commit.
  db.pragma('foreign_keys = OFF');
  db.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have migrated it while this one waited for the lock.
    if (schemaVersion(db) < step.version) {
      db.exec(step.sql);
      const broken = db.pragma('foreign_key_check');
      if (Array.isArray(broken) && broken.length > 0) {
        throw new StoreError(
          'damaged',
          `The database "${path}" cannot be brought to schema version ${step.version}: some rows refer to rows that are missing.`,
          { hint: 'Nothing was changed. Choose another data folder.', action: restoreBackup },
        );
      }
      db.pragma(`application_id = ${applicationId}`);
      db.pragma(`user_version = ${step.version}`);
    }
    db.exec('COMMIT');
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
    db.pragma('foreign_keys = ON');
  }
}

/** Copies the database, including its log, to `<path>.v<version>.backup`. @returns path of the copy */
function copyBefore(db: Database.Database, path: string, version: number): string {
  let copy = `${path}.v${version}.backup`;
  for (let n = 2; existsSync(copy); n += 1) copy = `${path}.v${version}.backup-${n}`;
  try {
    copyWhole(db, copy);
  } catch (error) {
    files.remove(copy);
    throw error;
  }
  return copy;
}

/**
 * Copies the present state of a database, including its log, while other connections may write. Only the owner may read the copy.
 * @param to path of a file that does not exist
 */
export function copyWhole(db: Database.Database, to: string): void {
  // SQLite treats an empty file as a new one, and keeps its permissions.
  closeSync(openSync(to, 'wx', ownerOnly));
  db.prepare('VACUUM INTO ?').run(to);
}

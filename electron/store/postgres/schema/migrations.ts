import type { Migration } from '../../database/migrations/migration.ts';
import { claimTables } from '../../fleet/claim-tables.ts';
import { shareTables } from '../../fleet/share-tables.ts';
import { fleetFunctions } from '../ledger/fleet-functions.ts';
import { fleetTables } from '../ledger/fleet-tables.ts';
import { fleetWorkersTable } from './fleet-workers-table.ts';
import { functions } from './functions.ts';
import { jsonFunctions } from './json-functions.ts';
import { looseRows } from './loose-rows.ts';
import { objectTables } from './object-tables.ts';
import { references } from './references.ts';
import { runExclusions } from './run-exclusions.ts';
import { allTables } from './tables.ts';
import { triggers } from './triggers.ts';
import { values } from './values.ts';
import { views } from './views.ts';

const firstRows = 'INSERT INTO queue_settings (id, concurrency) VALUES (1, 2);';

const tablesOfStore = [functions, values, allTables, objectTables, references, views, triggers, firstRows];
const tablesOfFleet = [fleetTables, claimTables, shareTables, fleetWorkersTable];

/**
 * All migrations on PostgreSQL, oldest first. Versions are those of SQLite's schema: a migration there has one here, with the same
 * number; what concerns PostgreSQL alone has a number that SQLite leaves out. The first one makes the schema as it is at 39. A released
 * one is never edited.
 */
export const postgresMigrations: readonly Migration[] = [
  { version: 39, sql: [...tablesOfStore, ...tablesOfFleet].join('\n') },
  { version: 40, sql: [jsonFunctions, fleetFunctions, looseRows, claimTables].join('\n') },
  { version: 41, sql: runExclusions },
];

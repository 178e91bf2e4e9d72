import * as actions from './actions.ts';
import * as apiServer from './calls/api-server.ts';
import * as app from './calls/app.ts';
import * as backups from './calls/backups.ts';
import * as proofs from './calls/proofs.ts';
import * as common from './calls/common.ts';
import * as changes from './calls/changes.ts';
import * as comparisons from './calls/comparisons.ts';
import * as documents from './calls/documents.ts';
import * as keys from './calls/keys.ts';
import * as live from './calls/live.ts';
import * as library from './calls/library.ts';
import * as packs from './calls/packs.ts';
import * as places from './calls/places.ts';
import * as notices from './calls/notices.ts';
import * as pages from './calls/pages.ts';
import * as proposals from './calls/proposals.ts';
import * as drafts from './calls/drafts.ts';
import * as manySpiders from './calls/many-spiders.ts';
import * as projectDefaults from './calls/project-defaults.ts';
import * as healthParts from '../spider/health-schema.ts';
import * as health from './calls/health.ts';
import * as projects from './calls/projects.ts';
import * as queue from './calls/queue.ts';
import * as projectOverview from './calls/project-overview.ts';
import * as repair from './calls/repair.ts';
import * as results from './calls/results.ts';
import * as schedules from './calls/schedules.ts';
import * as webhooks from './calls/webhooks.ts';
import * as fleet from './calls/fleet.ts';
import * as trash from './calls/trash.ts';
import * as runLedger from './calls/run-ledger.ts';
import * as runs from './calls/runs.ts';
import * as runSeries from './calls/run-series.ts';
import * as sites from './calls/sites.ts';
import * as scrape from './calls/scrape.ts';
import * as spiders from './calls/spiders.ts';
import * as retention from './calls/retention.ts';
import * as storage from './calls/storage.ts';
import * as tester from './calls/tester.ts';
import * as testerPages from './calls/tester-pages.ts';
import * as tests from './calls/tests.ts';
import * as failures from './errors.ts';
import * as topicParts from './topics.ts';

/** A JSON Schema as far as the contract uses it. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

const modules = [
  app,
  common,
  projects,
  projectOverview,
  projectDefaults,
  health,
  healthParts,
  spiders,
  drafts,
  retention,
  storage,
  manySpiders,
  pages,
  proposals,
  tester,
  testerPages,
  tests,
  documents,
  scrape,
  runs,
  runLedger,
  runSeries,
  queue,
  notices,
  schedules,
  trash,
  fleet,
  repair,
  comparisons,
  results,
  sites,
  backups,
  packs,
  library,
  live,
  apiServer,
  keys,
  webhooks,
  changes,
  places,
  proofs,
  topicParts,
  failures,
  actions,
];

/** The shapes of the contract that have a name: schemas that are exported as `…Schema`. The first that looks alike gives its name. */
export const named = new Map<string, { name: string; schema: Schema }>();
for (const module of modules) {
  for (const [name, value] of Object.entries(module)) {
    if (!name.endsWith('Schema') || typeof value !== 'object' || value === null) continue;
    const schema = plain(value);
    const key = JSON.stringify(bare(schema));
    if (!named.has(key)) named.set(key, { name: name.slice(0, -'Schema'.length), schema });
  }
}

/** A schema as the JSON that it is, without the marks of the library that made it. */
export function plain(schema: object): Schema {
  const json: Schema = JSON.parse(JSON.stringify(schema));
  return json;
}

/** A shape without the words that stand beside it where it is used. */
export function bare(schema: Schema): Schema {
  const { description: _, ...rest } = schema;
  return rest;
}

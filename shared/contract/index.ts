/**
 * The interface of the application, the same for every client: `calls`, `topics` to subscribe to, and errors
 * (`errors.ts`). A window imports types only; the dispatcher checks all arguments against the schemas.
 */
import type { Type } from 'typebox';
import { apiServerCalls } from './calls/api-server.ts';
import { appCalls } from './calls/app.ts';
import { backupCalls, backupPlanCalls, storedBackupCalls } from './calls/backups.ts';
import { changeCalls } from './calls/changes.ts';
import { comparisonCalls } from './calls/comparisons.ts';
import { generationCalls } from './calls/generations.ts';
import { draftCalls } from './calls/drafts.ts';
import { documentCalls } from './calls/documents.ts';
import { keyCalls } from './calls/keys.ts';
import { liveCalls } from './calls/live.ts';
import { fleetCalls } from './calls/fleet.ts';
import { noticeCalls } from './calls/notices.ts';
import { placeCalls } from './calls/places.ts';
import { libraryCalls } from './calls/library.ts';
import { packCalls } from './calls/packs.ts';
import { pageCalls, uploadCalls } from './calls/pages.ts';
import { proposalCalls } from './calls/proposals.ts';
import { manySpiderCalls } from './calls/many-spiders.ts';
import { projectCalls } from './calls/projects.ts';
import { queueCalls } from './calls/queue.ts';
import { projectOverviewCalls } from './calls/project-overview.ts';
import { projectDefaultsCalls } from './calls/project-defaults.ts';
import { proofCalls } from './calls/proofs.ts';
import { exportCalls } from './calls/exports.ts';
import { resultCalls } from './calls/results.ts';
import { repairCalls } from './calls/repair.ts';
import { runLedgerCalls } from './calls/run-ledger.ts';
import { retentionCalls } from './calls/retention.ts';
import { runCalls } from './calls/runs.ts';
import { healthCalls } from './calls/health.ts';
import { historyCalls, proxyCalls, secretCalls } from './calls/sites.ts';
import { scheduleCalls } from './calls/schedules.ts';
import { scrapeCalls } from './calls/scrape.ts';
import { spiderCalls } from './calls/spiders.ts';
import { sessionCalls } from './calls/sessions.ts';
import { storageCalls } from './calls/storage.ts';
import { pickingCalls } from './calls/picking.ts';
import { testerCalls } from './calls/tester.ts';
import { testerPagesCalls } from './calls/tester-pages.ts';
import { testCalls } from './calls/tests.ts';
import { trashCalls } from './calls/trash.ts';
import { webhookCalls } from './calls/webhooks.ts';
import type { CallDefinition, QueryClass } from './define.ts';
import { topics } from './topics.ts';

/** Every call of the application, by its name. */
export const calls = {
  ...appCalls,
  ...projectCalls,
  ...projectOverviewCalls,
  ...projectDefaultsCalls,
  ...healthCalls,
  ...spiderCalls,
  ...draftCalls,
  ...manySpiderCalls,
  ...pageCalls,
  ...uploadCalls,
  ...liveCalls,
  ...packCalls,
  ...libraryCalls,
  ...testerCalls,
  ...pickingCalls,
  ...testerPagesCalls,
  ...testCalls,
  ...proposalCalls,
  ...documentCalls,
  ...scrapeCalls,
  ...runCalls,
  ...runLedgerCalls,
  ...repairCalls,
  ...comparisonCalls,
  ...generationCalls,
  ...resultCalls,
  ...exportCalls,
  ...proxyCalls,
  ...historyCalls,
  ...secretCalls,
  ...sessionCalls,
  ...backupCalls,
  ...storedBackupCalls,
  ...backupPlanCalls,
  ...placeCalls,
  ...storageCalls,
  ...retentionCalls,
  ...proofCalls,
  ...noticeCalls,
  ...queueCalls,
  ...scheduleCalls,
  ...trashCalls,
  ...fleetCalls,
  ...apiServerCalls,
  ...keyCalls,
  ...changeCalls,
  ...webhookCalls,
} as const satisfies Record<string, CallDefinition>;

export { contractVersion } from './version.ts';
export { topics };

/** Name of a call, such as `runs.start`. */
export type CallName = keyof typeof calls;
/** Arguments of the call `N`. */
export type CallArgs<N extends CallName> = Type.Static<(typeof calls)[N]['args']>;
/** What the call `N` returns when it succeeds. */
export type CallValue<N extends CallName> = Type.Static<(typeof calls)[N]['result']>;

/** Calls that a database thread carries out. */
export type DataCallName = {
  [N in CallName]: (typeof calls)[N]['executor'] extends QueryClass ? N : never;
}[CallName];
/** Calls that need more than the database. */
export type WorkCallName = Exclude<CallName, DataCallName>;

/** Whether a database thread can carry out the call on its own. */
export function isDataCall(name: CallName): name is DataCallName {
  return calls[name].executor !== 'work';
}

/** Name of a topic, such as `run`. */
export type TopicName = keyof typeof topics;
/** Parameters of a subscription to the topic `T`. */
export type TopicParams<T extends TopicName> = Type.Static<(typeof topics)[T]['params']>;
/** An event of the topic `T`. */
export type TopicEvent<T extends TopicName> = Type.Static<(typeof topics)[T]['event']>;

/** Whether a name, for example from a frame, is that of a call. */
export function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

/** Whether a name, for example from a frame, is that of a topic. */
export function isTopicName(name: string): name is TopicName {
  return Object.hasOwn(topics, name);
}

/**
 * The application's interface, whichever door it is reached through: what may be asked (`calls`), what may be followed
 * (`topics`), and how failures look (`errors.ts`). A window imports types only; the dispatcher checks every argument
 * against the schemas.
 */
import type { Type } from 'typebox';
import { appCalls } from './calls/app.ts';
import { backupCalls } from './calls/backups.ts';
import { documentCalls } from './calls/documents.ts';
import { pageCalls, uploadCalls } from './calls/pages.ts';
import { projectCalls } from './calls/projects.ts';
import { exportCalls, resultCalls } from './calls/results.ts';
import { runCalls } from './calls/runs.ts';
import { historyCalls, proxyCalls, secretCalls } from './calls/sites.ts';
import { spiderCalls } from './calls/spiders.ts';
import { testerCalls } from './calls/tester.ts';
import type { CallDefinition, QueryClass } from './define.ts';
import { topics } from './topics.ts';

export const calls = {
  ...appCalls,
  ...projectCalls,
  ...spiderCalls,
  ...pageCalls,
  ...uploadCalls,
  ...testerCalls,
  ...documentCalls,
  ...runCalls,
  ...resultCalls,
  ...exportCalls,
  ...proxyCalls,
  ...historyCalls,
  ...secretCalls,
  ...backupCalls,
} as const satisfies Record<string, CallDefinition>;

export { contractVersion } from './version.ts';
export { topics };

export type CallName = keyof typeof calls;
export type CallArgs<N extends CallName> = Type.Static<(typeof calls)[N]['args']>;
export type CallValue<N extends CallName> = Type.Static<(typeof calls)[N]['result']>;

/** Calls that a thread at the database carries out. */
export type DataCallName = {
  [N in CallName]: (typeof calls)[N]['executor'] extends QueryClass ? N : never;
}[CallName];
/** Calls that need more than the database. */
export type WorkCallName = Exclude<CallName, DataCallName>;

export function isDataCall(name: CallName): name is DataCallName {
  return calls[name].executor !== 'work';
}

export type TopicName = keyof typeof topics;
export type TopicParams<T extends TopicName> = Type.Static<(typeof topics)[T]['params']>;
export type TopicEvent<T extends TopicName> = Type.Static<(typeof topics)[T]['event']>;

export function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

export function isTopicName(name: string): name is TopicName {
  return Object.hasOwn(topics, name);
}

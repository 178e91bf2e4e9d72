import { ownCheck } from '../../schemas/checker.ts';
import {
  ActedOnSchema,
  CheckedHealthSchema,
  CheckNumbersSchema,
  HeadChangesSchema,
  HeadersSchema,
  HopsSchema,
  LockedValuesSchema,
  MetadataSchema,
  NoticeTargetSchema,
  OwnItemSchema,
  ProblemsSchema,
  ProjectDefaultsSchema,
  RequestMessageSchema,
  RowHashesSchema,
  RowValuesSchema,
  RunOptionsSchema,
  StoredHeadSchema,
} from './column-schemas.ts';
import type { RequestMessage } from '../../../shared/request-message.ts';
import type { ActedOn } from '../../engine/acted-on.ts';
import type { FieldProblem, Hop, JsonValue, NewItem } from '../../engine/ports/ledger.ts';
import { damagedRow } from '../errors.ts';
import type { NoticeTarget } from '../notices/notice-queries.ts';
import type { ProjectDefaults } from '../projects/project-queries.ts';
import type { CheckedHealth } from '../health/health-queries.ts';
import type { RunOptions } from '../runs/run-queries.ts';

const isActedOn = ownCheck(ActedOnSchema);
const isCheckedHealth = ownCheck(CheckedHealthSchema);
const isCheckNumbers = ownCheck(CheckNumbersSchema);
const isStoredHead = ownCheck(StoredHeadSchema);
const isHeadChanges = ownCheck(HeadChangesSchema);
const isRunOptions = ownCheck(RunOptionsSchema);
const isProjectDefaults = ownCheck(ProjectDefaultsSchema);
const isMetadata = ownCheck(MetadataSchema);
const isHops = ownCheck(HopsSchema);
const isRequestMessage = ownCheck(RequestMessageSchema);
const isHeaders = ownCheck(HeadersSchema);
const isProblems = ownCheck(ProblemsSchema);
const isRowValues = ownCheck(RowValuesSchema);
const isOwnItem = ownCheck(OwnItemSchema);
const isLockedValues = ownCheck(LockedValuesSchema);
const isNoticeTarget = ownCheck(NoticeTargetSchema);
const isRowHashes = ownCheck(RowHashesSchema);

/** Reads `runs.options`. @param run row id, for the error @throws StoreError `damaged` */
export const readRunOptions = (json: string, run: number): RunOptions =>
  read(json, isRunOptions, () => `Run ${run} (its options)`);
/** Reads `schedules.options_json`. @param schedule row id, for the error @throws StoreError `damaged` */
export const readScheduleOptions = (json: string, schedule: number): RunOptions =>
  read(json, isRunOptions, () => `Schedule ${schedule} (its options)`);
/** Reads `queue_entries.options_json`. @param entry row id, for the error @throws StoreError `damaged` */
export const readEntryOptions = (json: string, entry: number): RunOptions =>
  read(json, isRunOptions, () => `Queue entry ${entry} (its options)`);
/** Reads `projects.defaults_json`; null: none are set. @param project row id, for the error @throws StoreError `damaged` */
export const readProjectDefaults = (json: string | null, project: number): ProjectDefaults =>
  json === null
    ? { settings: {}, exports: {} }
    : read(json, isProjectDefaults, () => `Project ${project} (its defaults)`);
/** Reads `items.metadata_json`. @param item row id, for the error @throws StoreError `damaged` */
export const readMetadata = (json: string, item: number): Record<string, unknown> =>
  read(json, isMetadata, () => `Item ${item} (its metadata)`);
/** Reads `items.problems_json`. @param item row id, for the error @throws StoreError `damaged` */
export const readProblems = (json: string, item: number): { field: string; message: string }[] =>
  // Most items have none.
  json === '[]' ? [] : read(json, isProblems, () => `Item ${item} (its problems)`);
/** Reads `answers.hops_json`. @param response row id, for the error @throws StoreError `damaged` */
export const readHops = (json: string, response: number): { url: string; status: number }[] =>
  read(json, isHops, () => `Cached response ${response} (its redirects)`);
/** Reads `answers.headers_json`. @param response row id, for the error @throws StoreError `damaged` */
export const readHeaders = (json: string, response: number): Record<string, string> =>
  read(json, isHeaders, () => `Cached response ${response} (its headers)`);
/** Reads `response_heads.head`. @param request row id, for the error @throws StoreError `damaged` */
export const readStoredHead = (json: string, request: number): string[] =>
  read(json, isStoredHead, () => `Request ${request} (its headers)`);
/** Reads `requests.head_changes`. @param request row id, for the error @throws StoreError `damaged` */
export const readHeadChanges = (json: string, request: number): (number | string)[] =>
  read(json, isHeadChanges, () => `Request ${request} (its headers)`);
/** Reads `spider_health.health_json`. @param spider row id, for the error @throws StoreError `damaged` */
export const readHealth = (json: string, spider: number): CheckedHealth =>
  read(json, isCheckedHealth, () => `Spider ${spider} (its last health check)`);
/** Reads `requests.hops_json`. @param request row id, for the error @throws StoreError `damaged` */
export const readRequestHops = (json: string, request: number): Hop[] =>
  read(json, isHops, () => `Request ${request} (its redirects)`);
/**
 * Reads `requests.message_json` as a part of a request; nothing for a plain GET.
 * @throws StoreError `damaged`
 */
export const messageOf = ({
  id,
  message,
}: {
  id: number;
  message: string | null;
}): { message?: RequestMessage } =>
  message === null ? {} : { message: read(message, isRequestMessage, () => `Request ${id} (what it sends)`) };
/** Reads `rows.values_json`. @param row row id, for the error @throws StoreError `damaged` */
export const readRowValues = (json: string, row: number): Record<string, JsonValue> =>
  read(json, isRowValues, () => `Row ${row} (its values)`);
/** Reads `rows.problems_json`. @param row row id, for the error @throws StoreError `damaged` */
export const readRowProblems = (json: string, row: number): FieldProblem[] =>
  read(json, isProblems, () => `Row ${row} (its problems)`);
/** Reads `own_items.item_json`. @param request row id, for the error @throws StoreError `damaged` */
export const readOwnItem = (json: string, request: number): NewItem =>
  read(json, isOwnItem, () => `Request ${request} (what its page gave)`);
/** Reads `all_saved_pages.acted`; null: nothing is known. @param page row id, for the error @throws StoreError `damaged` */
export const readActed = (json: string | null, page: number): ActedOn | null =>
  json === null ? null : read(json, isActedOn, () => `Saved page ${page} (what was done on it)`);
/** Reads `locked_values.values_json`. @param page row id, for the error @throws StoreError `damaged` */
export const readLockedValues = (json: string, page: number, name: string): JsonValue[] =>
  read(json, isLockedValues, () => `Saved page ${page} (the locked values of "${name}")`);
/** Reads the numbers of checks of a proof. @param proof row id, for the error @throws StoreError `damaged` */
export const readCheckNumbers = (json: string, proof: number): number[] =>
  read(json, isCheckNumbers, () => `Proof ${proof} (its checks)`);
/** Reads `notice_channels.target_json`. @param channel row id, for the error @throws StoreError `damaged` */
export const readNoticeTarget = (json: string, channel: number): NoticeTarget =>
  read(json, isNoticeTarget, () => `Channel ${channel} (where it sends to)`);
/** Reads `memory.row_hashes`; none if it is damaged: then the page is fetched again. */
export function readRowHashes(json: string | null): readonly string[] {
  const value = json === null ? [] : parsedJson(json);
  return isRowHashes(value) ? value : [];
}

type Check<T> = (value: unknown) => value is T;

function read<T>(json: string, check: Check<T>, what: () => string): T {
  const value = parsedJson(json);
  if (!check(value)) throw damagedRow(what());
  return value;
}

/** Parses a text. @returns undefined if it is not JSON */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

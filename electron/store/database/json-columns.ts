import { ownCheck } from '../../schemas/checker.ts';
import {
  HeadersSchema,
  HopsSchema,
  MetadataSchema,
  ProblemsSchema,
  RunOptionsSchema,
} from './column-schemas.ts';
import { damagedRow } from '../errors.ts';
import type { RunOptions } from '../runs/run-queries.ts';

const isRunOptions = ownCheck(RunOptionsSchema);
const isMetadata = ownCheck(MetadataSchema);
const isHops = ownCheck(HopsSchema);
const isHeaders = ownCheck(HeadersSchema);
const isProblems = ownCheck(ProblemsSchema);

/** Reads `runs.options`. @param run row id, for the error @throws StoreError `damaged` */
export const readRunOptions = (json: string, run: number): RunOptions =>
  read(json, isRunOptions, () => `Run ${run} (its options)`);
/** Reads `items.metadata_json`. @param item row id, for the error @throws StoreError `damaged` */
export const readMetadata = (json: string, item: number): Record<string, unknown> =>
  read(json, isMetadata, () => `Item ${item} (its metadata)`);
/** Reads `items.problems_json`. @param item row id, for the error @throws StoreError `damaged` */
export const readProblems = (json: string, item: number): { field: string; message: string }[] =>
  read(json, isProblems, () => `Item ${item} (its problems)`);
/** Reads `answers.hops_json`. @param response row id, for the error @throws StoreError `damaged` */
export const readHops = (json: string, response: number): { url: string; status: number }[] =>
  read(json, isHops, () => `Cached response ${response} (its redirects)`);
/** Reads `answers.headers_json`. @param response row id, for the error @throws StoreError `damaged` */
export const readHeaders = (json: string, response: number): Record<string, string> =>
  read(json, isHeaders, () => `Cached response ${response} (its headers)`);

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

import { Type } from 'typebox';
import { ownCheck } from '../../schemas/checker.ts';
import { damagedRow } from '../errors.ts';

/** What a run was started with, apart from its spider. */
export const RunOptionsSchema = Type.Object(
  {
    /** Items at most; null: no limit. */
    limit: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    /** Settings that replace those of the spider. */
    overrides: Type.Record(Type.String(), Type.Unknown()),
    /** Whether the run may reach loopback and private addresses. */
    allowPrivate: Type.Boolean(),
  },
  { additionalProperties: true },
);
export type RunOptions = Type.Static<typeof RunOptionsSchema>;

const MetadataSchema = Type.Record(Type.String(), Type.Unknown());
const ProblemsSchema = Type.Array(Type.Object({ field: Type.String(), message: Type.String() }));
const HopsSchema = Type.Array(Type.Object({ url: Type.String(), status: Type.Integer() }));
const HeadersSchema = Type.Record(Type.String(), Type.String());

/** What is in columns of JSON. */
export const columnSchemas = {
  RunOptionsSchema,
  MetadataSchema,
  ProblemsSchema,
  HopsSchema,
  HeadersSchema,
};

const isRunOptions = ownCheck(RunOptionsSchema);
const isMetadata = ownCheck(MetadataSchema);
const isHops = ownCheck(HopsSchema);
const isHeaders = ownCheck(HeadersSchema);
const isProblems = ownCheck(ProblemsSchema);

/** Each reads a JSON column; a value that is not what belongs there is a StoreError that names the row. */
export const readRunOptions = (json: string, run: number): RunOptions =>
  read(json, isRunOptions, () => `Run ${run} (its options)`);
export const readMetadata = (json: string, item: number): Record<string, unknown> =>
  read(json, isMetadata, () => `Item ${item} (its metadata)`);
export const readProblems = (json: string, item: number): { field: string; message: string }[] =>
  read(json, isProblems, () => `Item ${item} (its problems)`);
export const readHops = (json: string, answer: number): { url: string; status: number }[] =>
  read(json, isHops, () => `Cached answer ${answer} (its redirects)`);
export const readHeaders = (json: string, answer: number): Record<string, string> =>
  read(json, isHeaders, () => `Cached answer ${answer} (its headers)`);

type Check<T> = (value: unknown) => value is T;

function read<T>(json: string, check: Check<T>, what: () => string): T {
  const value = parse(json);
  if (!check(value)) throw damagedRow(what());
  return value;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

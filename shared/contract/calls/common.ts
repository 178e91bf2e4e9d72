import { Type } from 'typebox';
import { versionLabelPattern } from '../../spider/version-origins.ts';
import { runCauses } from '../../run-cause.ts';
import { mostWorkers } from '../../run-workers.ts';
import { Count, Id, Json, Time, nullable, record, strictObject, stringEnum } from '../shapes.ts';

/** Schema of `Problem`. Line and column are null for a problem without a place in a text. */
export const ProblemSchema = strictObject({
  pointer: Type.String({ description: 'The place as a JSON pointer; "" is the whole document.' }),
  line: nullable(Type.Integer(), { description: 'Counted from 1.' }),
  column: nullable(Type.Integer(), { description: 'Counted from 1, in UTF-16 units.' }),
  code: Type.String(),
  severity: stringEnum(['error', 'warning']),
  message: Type.String(),
  hint: nullable(Type.String()),
});

/** The replacement of one range of a text. */
export const TextEditSchema = strictObject({
  offset: Type.Integer({ minimum: 0, description: 'Position in the text, in UTF-16 units from its start.' }),
  length: Type.Integer({ minimum: 0, description: 'Number of units to replace.' }),
  text: Type.String({ description: 'The replacement.' }),
});

/** A quick fix of a problem. */
export const FixSchema = strictObject(
  {
    title: Type.String({ description: 'The label of its button, for example: Rename to "parse_item".' }),
    edits: Type.Array(TextEditSchema, { description: 'In text order; edits never overlap.' }),
    preferred: Type.Boolean({ description: 'Whether this is the most likely fix.' }),
  },
  { description: 'A change of the text that fixes a problem and leaves everything else as it is.' },
);

/** Schema of `FixableProblem`. */
export const FixableProblemSchema = strictObject({
  ...ProblemSchema.properties,
  fixes: Type.Array(FixSchema),
});

/** Schema of `Counters`. */
export const CountersSchema = strictObject(
  { queued: Count, active: Count, done: Count, failed: Count, skipped: Count, seen: Count, items: Count },
  { description: '`queued + active + done + failed + skipped = seen` always holds.' },
);

/** The states of a run. The last three are final until its failed requests are queued again. */
export const runStates = [
  'queued',
  'running',
  'pausing',
  'paused',
  'interrupted',
  'completed',
  'stopped',
  'failed',
] as const;

/** The number of a version. */
export const VersionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });

/** A name for a version, one in its spider. It begins with a letter, so that it is no number. */
export const VersionLabel = Type.String({ pattern: versionLabelPattern });

/** A version by its number or its label. */
export const VersionRef = Type.Union([VersionNumber, VersionLabel]);

/** Values of arguments, as a call gives them. */
export const RunArgs = record(Type.String({ maxLength: 2000 }), {
  maxProperties: 100,
  description: 'Values of the arguments of the spider, by name. Default: those of the spider.',
});

/** How many processes carry out a run. */
export const Workers = Type.Integer({
  minimum: 1,
  maximum: mostWorkers,
  description:
    'Number of processes of this computer that carry the run out, for a workspace in a data folder. One that cannot be shared has one process, and its log says why.',
});

/** The options that a run was started with. They hold for the whole run, across pauses. */
export const RunOptionsSchema = Type.Object({
  limit: nullable(Type.Integer({ minimum: 1 }), {
    description: 'The most items to extract; null: a full run.',
  }),
  overrides: record(Json, { description: 'Settings that the run uses instead of those of the spider.' }),
  defaults: Type.Optional(
    record(Json, {
      description:
        'Settings of the project when the run began. They hold where neither the run nor the spider has one. Left out: none.',
    }),
  ),
  args: record(Type.String(), { description: 'Values of the arguments of the spider.' }),
  allowPrivate: Type.Boolean({ description: 'Whether the run may reach loopback and private addresses.' }),
  workers: Type.Optional(Workers),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The version that a queued crawl uses. Left out: the newest then.',
    }),
  ),
});

/** A run and the number of its items. */
export const RunItemsSchema = strictObject({ run: Id, items: Count });

/** Arguments of a call about a run. */
export const RunRef = strictObject({ run: Id });

/** Schema of `RunSummary`. */
export const RunSummarySchema = strictObject({
  id: Id,
  project: Type.String(),
  spider: Type.String(),
  version: Type.Integer({ description: 'Number of the spider version that the run uses.' }),
  kind: stringEnum(['test', 'full', 'reextract'], {
    description: '`reextract`: its items were extracted again from the stored pages of another run.',
  }),
  source: nullable(Id, {
    description: 'The run from whose pages items were extracted again, which may be deleted; null: none.',
  }),
  acceptedAt: nullable(Time, {
    description: 'Since when a run that extracted again takes the place of its source; null: it does not.',
  }),
  replacedBy: nullable(Id, {
    description:
      'The accepted run that extracted again and whose items are used in place of those of this run; null: none.',
  }),
  breaches: Type.Integer({
    minimum: 0,
    description: 'How much of what the spider expects of the data does not hold, as far as it was measured.',
  }),
  state: stringEnum(runStates, {
    description: '`interrupted`: the process that carried the run out has ended.',
  }),
  reason: nullable(Type.String(), {
    description: 'Why it ended, paused, was interrupted, or waits for the network, in one sentence.',
  }),
  cause: nullable(stringEnum(runCauses), {
    description:
      'Why it ended or paused, for programs; null: it has not, it is interrupted, or it ended before causes were recorded.',
  }),
  requested: nullable(stringEnum(['pause', 'stop']), {
    description: 'A pause or stop that was requested and has not happened yet; null: none.',
  }),
  counters: CountersSchema,
  options: RunOptionsSchema,
  activeMs: Type.Number({
    description: 'Time spent running, in milliseconds, without pauses and without waiting for the network.',
  }),
  waitingSince: nullable(Time, {
    description: 'Since when the run has been waiting for the network; null: it is not waiting.',
  }),
  waitedMs: Type.Number({ description: 'Total time of earlier waits for the network, in milliseconds.' }),
  here: Type.Boolean({
    description: 'Whether this host carries the run out; otherwise another process does, or none.',
  }),
  createdAt: Time,
  startedAt: nullable(Time),
  endedAt: nullable(Time),
});

/** The language of a selector. */
export const Language = stringEnum(['css', 'xpath', 'json']);

/** Schema of `Cell`: a scalar (text is cut after 500 characters), or a summary of a nested value. */
export const CellSchema = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  strictObject({
    kind: stringEnum(['list', 'object', 'text', 'file', 'files']),
    size: Type.Integer({
      minimum: 0,
      description:
        'Entries, members or characters; of `file` the bytes, 0 while or where there is none, and of `files` their number.',
    }),
    preview: Type.String({
      description:
        'The first 500 characters, as text or compact JSON; of files their names, and why one is not there.',
    }),
    waits: Type.Optional(Type.Literal(true, { description: 'A file in it is waited for.' })),
  }),
]);

/** Properties of a result that is one page of rows. */
export const sliceOf = <T extends Type.TSchema>(rows: T) => ({
  rows: Type.Array(rows),
  total: Type.Integer({ minimum: 0, description: 'Number of rows that match, on all pages.' }),
});

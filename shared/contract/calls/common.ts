import { Type } from 'typebox';
import { Count, Id, Json, Time, nullable, record, strictObject, stringEnum } from '../shapes.ts';

export const ProblemSchema = strictObject({
  pointer: Type.String({ description: 'Where, as a JSON pointer; "" is the whole document.' }),
  line: nullable(Type.Integer(), { description: 'Counted from 1.' }),
  column: nullable(Type.Integer(), { description: 'Counted from 1, in UTF-16 units.' }),
  code: Type.String(),
  severity: stringEnum(['error', 'warning']),
  message: Type.String(),
  hint: nullable(Type.String()),
});

export const TextEditSchema = strictObject({
  offset: Type.Integer({ minimum: 0, description: 'Where in the text, in UTF-16 units from its beginning.' }),
  length: Type.Integer({ minimum: 0, description: 'How many units are replaced.' }),
  text: Type.String({ description: 'What to put there.' }),
});

export const FixSchema = strictObject(
  {
    title: Type.String({ description: 'What it does, to stand on a button: Rename to "parse_item".' }),
    edits: Type.Array(TextEditSchema, { description: 'In the order of the text; they never overlap.' }),
    preferred: Type.Boolean({ description: 'Whether it is most likely what is wanted.' }),
  },
  { description: 'A change of the text that mends a problem and keeps everything else as it is.' },
);

/** A problem with what would mend it. */
export const FixableProblemSchema = strictObject({
  ...ProblemSchema.properties,
  fixes: Type.Array(FixSchema),
});

export const CountersSchema = strictObject(
  { queued: Count, active: Count, done: Count, failed: Count, skipped: Count, seen: Count, items: Count },
  { description: '`queued + active + done + failed + skipped = seen`, at every moment.' },
);

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

export const RunOptionsSchema = Type.Object({
  limit: nullable(Type.Integer({ minimum: 1 }), { description: 'Items at most; null: a full run.' }),
  overrides: record(Json, { description: 'Settings that the run uses instead of those of the spider.' }),
  allowPrivate: Type.Boolean({ description: 'Whether the run may reach loopback and private addresses.' }),
});

export const RunItemsSchema = strictObject({ run: Id, items: Count });

export const RunSummarySchema = strictObject({
  id: Id,
  project: Type.String(),
  spider: Type.String(),
  version: Type.Integer({ description: 'Number of the version of the spider that the run froze.' }),
  kind: stringEnum(['test', 'full']),
  state: stringEnum(runStates, { description: '`interrupted`: the process that carried it out is gone.' }),
  reason: nullable(Type.String(), {
    description: 'Why it ended, paused, was interrupted, or waits for the network: a sentence.',
  }),
  requested: nullable(stringEnum(['pause', 'stop']), {
    description: 'What was asked of it and is on its way.',
  }),
  counters: CountersSchema,
  options: RunOptionsSchema,
  activeMs: Type.Number({
    description:
      'Time spent running, without the pauses and without waiting for the network, in milliseconds.',
  }),
  waitingSince: nullable(Time, {
    description: 'Since when it waits for the network and sends nothing; null: it does not.',
  }),
  waitedMs: Type.Number({ description: 'How long it waited for the network before that, in milliseconds.' }),
  here: Type.Boolean({
    description: 'Whether this host carries it out; else another process does, or nobody.',
  }),
  createdAt: Time,
  startedAt: nullable(Time),
  endedAt: nullable(Time),
});

export const Language = stringEnum(['css', 'xpath']);

/** A cell of a table: a scalar as it is (text cut to its first 500 characters), or what stands for a nested value. */
export const CellSchema = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  strictObject({
    kind: stringEnum(['list', 'object', 'text']),
    size: Count,
    preview: Type.String({ description: 'The beginning, as text or compact JSON, at most 500 characters.' }),
  }),
]);

/** How much of something is handed out, and how much there is. */
export const sliceOf = <T extends Type.TSchema>(rows: T) => ({
  rows: Type.Array(rows),
  total: Type.Integer({ minimum: 0, description: 'How many rows there are that fit.' }),
});

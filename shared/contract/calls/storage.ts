import { Type } from 'typebox';
import { inspections, storageKinds } from '../../storage-kinds.ts';
import { command, query } from '../define.ts';
import { RunSummarySchema } from './common.ts';
import {
  Count,
  Id,
  Limit,
  Name,
  Offset,
  OperationId,
  SpiderRef,
  Time,
  emptyObject,
  nullable,
  strictObject,
  stringEnum,
} from '../shapes.ts';

const Bytes = Count;
const Kinds = Type.Array(strictObject({ kind: stringEnum(storageKinds), bytes: Bytes }), {
  description: 'The largest first; without those that take no room.',
});

/** Schema of `SpiderRoom`: what a spider takes. */
export const SpiderRoomSchema = strictObject({
  ...SpiderRef,
  bytes: Bytes,
  runs: Type.Integer({ minimum: 0, description: 'Runs that take room.' }),
  kinds: Kinds,
});

/** Schema of `RunRoom`: what a run takes. */
export const RunRoomSchema = strictObject({
  run: Id,
  kind: RunSummarySchema.properties.kind,
  state: RunSummarySchema.properties.state,
  createdAt: Time,
  items: Count,
  bytes: Bytes,
  kinds: Kinds,
});

/** Schema of `StorageReport`: what takes the room of a data folder. */
export const StorageReportSchema = strictObject({
  measuredAt: Time,
  dataFolder: Type.String(),
  bytes: Type.Integer({ minimum: 0, description: 'Of the whole data folder.' }),
  databaseBytes: Bytes,
  kinds: Kinds,
  projects: Type.Array(strictObject({ project: Name, bytes: Bytes, kinds: Kinds }), {
    description: 'What its spiders take, and its pictures; the largest first.',
  }),
  spiders: Type.Array(SpiderRoomSchema, { description: 'The largest first.' }),
  diskFreeBytes: nullable(Bytes, { description: 'Free bytes of the disk; null: unknown.' }),
  compaction: strictObject({
    bytes: Type.Integer({ minimum: 0, description: 'What compacting gives back to the disk.' }),
    way: stringEnum(['steps', 'whole'], {
      description:
        '`steps`: in short steps between which everything goes on. `whole`: at once, as an earlier version made the database; from then on in steps.',
    }),
    neededBytes: Type.Integer({ minimum: 0, description: 'Free bytes that it needs on the way.' }),
  }),
});

/** What one inspection of the database has found. */
export const InspectedSchema = strictObject({
  inspection: stringEnum(inspections),
  problems: Type.Array(Type.String(), { description: 'Of many the first; empty: all is well.' }),
});

/** Schema of `Repaired`: what a repair has brought over. */
export const RepairedSchema = strictObject({
  projects: Count,
  spiders: Count,
  runs: Count,
  items: Count,
  pages: Count,
  lost: Type.Array(Type.String(), { description: 'What is lost, by name; of much the first.' }),
  kept: Type.String({ description: 'The folder that keeps the database as it was.' }),
});

/** Calls about what takes the room of a data folder. */
export const storageCalls = {
  'storage.report': query(
    'What takes the room: by kind, project and spider. A page that several runs have counts for the newest of them.',
    {
      executor: 'work',
      path: '/api/storage',
      args: strictObject({
        fresh: Type.Optional(
          Type.Boolean({
            description: 'Whether to measure again. Default: what was measured last is enough.',
          }),
        ),
        operation: Type.Optional(OperationId),
      }),
      result: StorageReportSchema,
      topics: ['progress'],
    },
  ),
  'storage.runs': query('What the runs of a spider take, the newest first, as it was measured last.', {
    executor: 'work',
    path: '/api/projects/{project}/spiders/{spider}/storage',
    args: strictObject({ ...SpiderRef, offset: Offset, limit: Limit }),
    result: strictObject({ rows: Type.Array(RunRoomSchema), total: Count }),
    errors: ['unknown-spider'],
  }),
  'storage.compact': command(
    'Gives the free room inside the database back to the disk. Where it is done at once, no run may be under way and there must be room for a copy.',
    {
      executor: 'work',
      path: '/api/storage/compact',
      args: strictObject({ operation: Type.Optional(OperationId) }),
      result: strictObject({
        beforeBytes: Type.Integer({ minimum: 0, description: 'Of the database.' }),
        afterBytes: Bytes,
      }),
      errors: ['conflict'],
      topics: ['progress'],
    },
  ),
  'storage.check': query(
    'Looks at the whole database: the file, references, counters, every stored page, and datasets. It only reads.',
    {
      executor: 'work',
      path: '/api/storage/check',
      args: strictObject({ operation: Type.Optional(OperationId) }),
      result: strictObject({ sound: Type.Boolean(), inspected: Type.Array(InspectedSchema) }),
      errors: ['missing', 'damaged'],
      topics: ['progress'],
    },
  ),
  'storage.repair': command(
    'Brings all that can be read of the database into a new one, which takes its place, and makes the rest anew. The old one is kept. Nothing else may use the data folder.',
    {
      executor: 'work',
      path: '/api/storage/repair',
      args: emptyObject,
      result: RepairedSchema,
      errors: ['not-here', 'missing', 'in-use', 'newer', 'damaged'],
    },
  ),
  'storage.clearCache': command(
    'Deletes the responses of sites that are stored to be replayed (`HTTPCACHE_ENABLED`); crawl histories stay.',
    {
      executor: 'work',
      path: '/api/storage/clear-cache',
      args: strictObject({ operation: Type.Optional(OperationId) }),
      result: strictObject({ answers: Count }),
      topics: ['progress'],
    },
  ),
} as const;

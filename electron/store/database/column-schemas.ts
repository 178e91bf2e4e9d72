import { Type } from 'typebox';
import {
  csvDialects,
  exportFormats,
  type CsvDialectName,
  type ExportFormat,
} from '../../../shared/export-formats.ts';
import { SpiderHealthSchema } from '../../../shared/spider/health-schema.ts';
import type { JsonValue } from '../../engine/ports/ledger.ts';

/** The options that a run was started with: the column `runs.options`. */
export const RunOptionsSchema = Type.Object(
  {
    /** Maximum number of items; null: no limit. */
    limit: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    /** Settings that replace those of the spider. */
    overrides: Type.Record(Type.String(), Type.Unknown()),
    /** Settings of the project when the run began; runs of earlier versions have none. */
    defaults: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** Values of the spider's arguments; runs of earlier versions have none. */
    args: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** Whether the run may reach loopback and private addresses. */
    allowPrivate: Type.Boolean(),
    /** Number of processes of one computer that carry it out; left out: one. */
    workers: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The version that a queued crawl uses; left out: the newest. */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: true },
);

/** What a project gives to its spiders, and how their items are exported: the column `projects.defaults_json`. */
export const ProjectDefaultsSchema = Type.Object({
  settings: Type.Record(Type.String(), Type.Unsafe<JsonValue>({})),
  exports: Type.Object({
    format: Type.Optional(Type.Unsafe<ExportFormat>({ type: 'string', enum: [...exportFormats] })),
    dialect: Type.Optional(Type.Unsafe<CsvDialectName>({ type: 'string', enum: [...csvDialects] })),
  }),
});

/** The fields of an item without a column of their own: the column `items.metadata_json`. */
export const MetadataSchema = Type.Record(Type.String(), Type.Unknown());
/** The problems of the fields of an item: the column `items.problems_json`. */
export const ProblemsSchema = Type.Array(Type.Object({ field: Type.String(), message: Type.String() }));
/** The redirects of a cached response: the column `answers.hops_json`. */
export const HopsSchema = Type.Array(
  Type.Object({
    url: Type.String(),
    status: Type.Integer(),
    refreshSeconds: Type.Optional(Type.Number()),
  }),
);
/** What a request says besides its URL: the column `requests.message_json`. */
export const RequestMessageSchema = Type.Object({
  method: Type.Optional(Type.String()),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  body: Type.Optional(Type.String()),
});
/** The headers of a cached response: the column `answers.headers_json`. */
export const HeadersSchema = Type.Record(Type.String(), Type.String());

/** The values that are locked on a saved page, by row: the column `locked_values.values_json`. */
export const LockedValuesSchema = Type.Array(Type.Unsafe<JsonValue>({}));
/** The head of a response: the column `response_heads.head`. */
export const StoredHeadSchema = Type.Array(Type.String(), { minItems: 1 });
/** What differs from a head: the column `requests.head_changes`. */
export const HeadChangesSchema = Type.Array(Type.Union([Type.Integer({ minimum: 0 }), Type.String()]));

/** Numbers of checks: the columns `proofs.failed_json` and `proofs.not_run_json`. */
export const CheckNumbersSchema = Type.Array(Type.Integer({ minimum: 1 }));

/** The values of a row: the column `rows.values_json`. */
export const RowValuesSchema = Type.Record(Type.String(), Type.Unsafe<JsonValue>({}));

const Text = Type.Union([Type.String(), Type.Null()]);
/** What a page gave before values of rows were merged in: the column `own_items.item_json`. */
export const OwnItemSchema = Type.Object({
  url: Type.String(),
  key: Type.Optional(Type.String()),
  callback: Type.String(),
  title: Text,
  content: Text,
  author: Text,
  published_date: Text,
  metadata: RowValuesSchema,
  problems: ProblemsSchema,
});
/** The hashes of values that travelled to a page: the column `memory.row_hashes`. */
export const RowHashesSchema = Type.Array(Type.String());

/** Where a channel of notices sends to: the column `notice_channels.target_json`. */
export const NoticeTargetSchema = Type.Object({
  command: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
  url: Type.Optional(Type.String()),
  allowPrivate: Type.Optional(Type.Boolean()),
});
const { version, verdict, reason, findings, sampled, fixtures } = SpiderHealthSchema.properties;
/** What a check of a spider has found: the column `spider_health.health_json`. */
export const CheckedHealthSchema = Type.Object({ version, verdict, reason, findings, sampled, fixtures });

/** Schema of `all_saved_pages.acted`. */
export const ActedOnSchema = Type.Object({
  steps: Type.Array(Type.String()),
  missed: Type.Array(Type.Integer()),
  list: Type.Union([
    Type.Null(),
    Type.Object({
      url: Type.String(),
      next: Type.String(),
      links: Type.Union([Type.Null(), Type.String()]),
      wait: Type.Union([Type.Null(), Type.String()]),
      maxPages: Type.Integer(),
    }),
  ]),
});

import { Type } from 'typebox';

/** The options that a run was started with: the column `runs.options`. */
export const RunOptionsSchema = Type.Object(
  {
    /** Maximum number of items; null: no limit. */
    limit: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    /** Settings that replace those of the spider. */
    overrides: Type.Record(Type.String(), Type.Unknown()),
    /** Whether the run may reach loopback and private addresses. */
    allowPrivate: Type.Boolean(),
  },
  { additionalProperties: true },
);

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
/** The headers of a cached response: the column `answers.headers_json`. */
export const HeadersSchema = Type.Record(Type.String(), Type.String());

import { Type } from 'typebox';

// What is in columns of JSON.

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

export const MetadataSchema = Type.Record(Type.String(), Type.Unknown());
export const ProblemsSchema = Type.Array(Type.Object({ field: Type.String(), message: Type.String() }));
export const HopsSchema = Type.Array(Type.Object({ url: Type.String(), status: Type.Integer() }));
export const HeadersSchema = Type.Record(Type.String(), Type.String());

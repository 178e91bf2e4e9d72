import { Type, type Static } from 'typebox';
import { ownCheck } from '../schemas/checker.ts';
import { pageKinds } from '../../shared/page-kind.ts';
import { packLimits } from './limits.ts';

/** The format that this version writes and reads. */
export const packFormat = 1;

const strict = { additionalProperties: false };
const Path = Type.String({ minLength: 1, maxLength: 100 });
const Short = Type.String({ maxLength: 300 });
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z$' });
const VersionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const VersionSchema = Type.Object(
  {
    path: Path,
    number: VersionNumber,
    savedAt: Time,
    note: orNull(Type.String({ maxLength: 1000 })),
  },
  strict,
);

const PageSchema = Type.Object(
  {
    path: Path,
    /** The entry with the values that are locked on the page; null: none are. */
    values: orNull(Path),
    title: Short,
    url: orNull(Type.String({ maxLength: 10_000 })),
    source: Type.Union([
      Type.Literal('url'),
      Type.Literal('file'),
      Type.Literal('run'),
      Type.Literal('rendered'),
    ]),
    encoding: Type.String({ maxLength: 100 }),
    kind: Type.Unsafe<(typeof pageKinds)[number]>({ type: 'string', enum: [...pageKinds] }),
    fetchedAt: Time,
    /** The request that it answers. Left out: a plain GET of its URL. */
    request: Type.Optional(
      Type.Object(
        {
          url: Type.String({ maxLength: 10_000 }),
          message: Type.Object(
            {
              method: Type.Optional(Type.String({ maxLength: 20 })),
              body: Type.Optional(Type.String({ maxLength: 100_000 })),
            },
            strict,
          ),
        },
        strict,
      ),
    ),
  },
  strict,
);

/** Schema of `pack.json`. */
export const ManifestSchema = Type.Object(
  {
    format: Type.Literal(packFormat),
    name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,255}$' }),
    /** Grows with every change of the pack. */
    version: VersionNumber,
    description: orNull(Type.String({ maxLength: 2000 })),
    author: orNull(Short),
    licence: orNull(Short),
    /** Kinds of sites, such as "shop". */
    kinds: Type.Array(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }), { maxItems: 20 }),
    /** The version of Spider Studio that wrote the pack. */
    application: Type.String({ maxLength: 100 }),
    spider: VersionSchema,
    /** Earlier versions, oldest first. */
    earlier: Type.Array(VersionSchema, { maxItems: packLimits.versions }),
    pages: Type.Array(PageSchema, { maxItems: packLimits.pages }),
    items: orNull(
      Type.Object({ path: Path, count: Type.Integer({ minimum: 0, maximum: packLimits.items }) }, strict),
    ),
    /** Every other entry of the archive. */
    entries: Type.Array(
      Type.Object(
        {
          path: Path,
          bytes: Type.Integer({ minimum: 0, maximum: packLimits.entry }),
          sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
        },
        strict,
      ),
      { maxItems: packLimits.entries },
    ),
  },
  strict,
);

/** What `pack.json` says. */
export type Manifest = Static<typeof ManifestSchema>;

/** Whether a value is a manifest of this format. */
export const isManifest = ownCheck(ManifestSchema);

/** Schema of the values that are locked on one page. */
export const PageValuesSchema = Type.Array(
  Type.Object(
    {
      kind: Type.Union([Type.Literal('field'), Type.Literal('links')]),
      name: Type.String({ minLength: 1, maxLength: 500 }),
      callback: orNull(Type.String({ maxLength: 500 })),
      values: Type.Array(Type.Unknown(), { maxItems: 100_000 }),
    },
    strict,
  ),
  { maxItems: 2000 },
);

/** Whether a value holds the locked values of a page. */
export const isPageValues = ownCheck(PageValuesSchema);

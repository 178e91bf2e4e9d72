import { Type } from 'typebox';
import { command, query } from '../define.ts';
import { Count, Json, Name, SpiderRef, SpiderText, nullable, strictObject, stringEnum } from '../shapes.ts';
import { SavedSpiderSchema } from './spiders.ts';
import { cellStates } from './tests.ts';

/** Most characters of a pack in base64: 64 MiB of bytes. */
const maxData = 4 * Math.ceil((64 * 1024 * 1024) / 3);

/** Schema of `PackSource`. */
export const PackSourceSchema = Type.Union(
  [
    strictObject({ kind: Type.Literal('upload'), upload: Type.String({ minLength: 1, maxLength: 64 }) }),
    strictObject({
      kind: Type.Literal('content'),
      name: Type.String({ maxLength: 1000, description: 'How messages name it.' }),
      data: Type.String({ maxLength: maxData, description: 'The bytes of the file in base64.' }),
    }),
  ],
  { description: 'Where a pack comes from: an uploaded file, or its bytes.' },
);

const Text = Type.String();
const VersionNumber = Type.Integer({ minimum: 1 });

/** Schema of `PackTest`. */
export const PackTestSchema = strictObject(
  {
    passed: Type.Boolean({ description: 'Whether values are locked and all are as they should be.' }),
    locked: Type.Integer({ minimum: 0, description: 'Number of locked cells.' }),
    problem: nullable(Text, {
      description: 'Why the pages could not be tested, in one sentence; null: they were.',
    }),
    failed: Type.Array(
      strictObject({
        page: Type.String({ description: 'URL of the page, or its title.' }),
        field: Text,
        state: stringEnum(cellStates),
        expected: Json,
        got: Json,
      }),
      { description: 'Cells that are not as locked, at most 100.' },
    ),
    columns: Type.Array(Text, { description: 'The fields, in the order of the spider.' }),
    rows: Type.Array(strictObject({ page: Count, values: Type.Array(nullable(Text)) }), {
      description:
        'The first rows that the spider takes from the saved pages now, as short texts by column; `page` is the index of the page.',
    }),
  },
  { description: 'What the spider takes from the saved pages of the pack now.' },
);

/** Schema of `PackPreview`. */
export const PackPreviewSchema = strictObject({
  name: Name,
  version: VersionNumber,
  description: nullable(Text),
  author: nullable(Text),
  licence: nullable(Text),
  kinds: Type.Array(Text),
  application: Type.String({ description: 'The version of Spider Studio that wrote it.' }),
  sha256: Type.String({ description: 'SHA-256 of the file.' }),
  bytes: Count,
  text: SpiderText,
  domains: Type.Array(Text),
  startUrls: Type.Array(Type.String(), { description: 'The first ones, at most 20.' }),
  settings: Type.Array(strictObject({ name: Text, value: Json, meaning: Text }), {
    description: 'Settings that a person should know of before the spider runs.',
  }),
  private: Type.Array(Type.String(), {
    description:
      'Hosts in start URLs and domains that are addresses of this computer or of a private network.',
  }),
  versions: Type.Integer({ minimum: 1, description: 'Number of versions of the spider.' }),
  pages: Type.Array(strictObject({ title: Text, url: nullable(Text), bytes: Count, locked: Count })),
  items: nullable(Count, { description: 'Number of example items; null: none.' }),
  test: PackTestSchema,
  stores: strictObject(
    {
      spider: Name,
      project: Name,
      version: VersionNumber,
      created: Type.Boolean({ description: 'Whether the spider would be new.' }),
      unchanged: Type.Boolean({ description: 'Whether its newest version is the same document.' }),
      pages: Type.Integer({ minimum: 0, description: 'Number of pages that it does not have yet.' }),
      locked: Count,
    },
    { description: 'What an import would store.' },
  ),
});

const Target = {
  source: PackSourceSchema,
  project: Name,
  name: Type.Optional(
    Type.String({ ...Name, description: 'The name of the spider. Left out: that of the pack.' }),
  ),
};

const About = (description: string) =>
  Type.Optional(nullable(Type.String({ maxLength: 300 }), { description }));

/** Calls about spider packs: one file with a spider and what proves it. */
export const packCalls = {
  'packs.create': query('A spider with its saved pages and locked values as one file.', {
    executor: 'work',
    verb: 'POST',
    path: '/api/spiders/{spider}/pack',
    args: strictObject({
      ...SpiderRef,
      versions: stringEnum(['newest', 'all']),
      items: Type.Boolean({ description: 'Whether items of the newest run go along as examples.' }),
      author: About('Who made it.'),
      licence: About('Under which licence it may be used, for example "CC0-1.0".'),
    }),
    result: strictObject({
      file: Type.String({ description: 'A name for the file.' }),
      name: Name,
      version: VersionNumber,
      bytes: Count,
      sha256: Text,
      versions: Count,
      pages: Count,
      locked: Count,
      items: nullable(Count),
      data: Type.String({ description: 'The bytes of the file in base64.' }),
    }),
    errors: ['unknown-spider', 'bad-pack'],
  }),
  'packs.inspect': query(
    'What is in a pack, what an import would store, and whether the spider takes from the saved pages what it should. Stores nothing.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/packs/inspect',
      args: strictObject(Target),
      result: PackPreviewSchema,
      errors: ['bad-pack', 'invalid-spider', 'unknown-upload', 'cancelled'],
    },
  ),
  'packs.import': command(
    'Stores the spider of a pack with its saved pages and locked values: as a new spider, or as a new version of the spider with that name. All of it or nothing.',
    {
      executor: 'work',
      path: '/api/packs/import',
      args: strictObject(Target),
      result: strictObject({ ...SavedSpiderSchema.properties, pages: Count, locked: Count }),
      errors: ['bad-pack', 'invalid-spider', 'unknown-upload'],
    },
  ),
} as const;

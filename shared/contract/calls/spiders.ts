import { Type } from 'typebox';
import { query, command } from '../define.ts';
import {
  Count,
  Id,
  Json,
  Name,
  SpiderRef,
  SpiderText,
  Time,
  emptyObject,
  nullable,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { ConversionSchema, ConvertArgsSchema } from './conversion.ts';
import { ForGood, InTrash } from './trash.ts';
import { maxTextLength } from '../../spider/limits.ts';
import { versionOrigins } from '../../spider/version-origins.ts';
import {
  FixableProblemSchema,
  ProblemSchema,
  RunArgs,
  RunItemsSchema,
  RunSummarySchema,
  VersionLabel,
  VersionNumber,
  VersionRef,
} from './common.ts';

/** Schema of `SpiderSummary`. */
export const SpiderSummarySchema = strictObject({
  project: Name,
  name: Name,
  version: VersionNumber,
  versions: Count,
  runs: Count,
  hasDraft: Type.Boolean({ description: 'Whether there are edits that are not saved as a version.' }),
  icon: nullable(Type.String(), { description: 'URL of the icon of its site; null: unknown.' }),
  description: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  lastRun: nullable(RunSummarySchema),
  latestItems: nullable(RunItemsSchema, {
    description: 'The newest run that has items, with their number; null: no run has items.',
  }),
  createdAt: Time,
  updatedAt: Time,
});

/** A version of a spider, without its text. */
export const VersionSchema = strictObject({
  number: VersionNumber,
  hash: Type.String({ description: 'SHA-256 of the text; equal texts have equal hashes.' }),
  createdAt: Time,
  characters: Count,
  runs: Type.Integer({ minimum: 0, description: 'Number of runs that use this version.' }),
  note: nullable(Type.String(), { description: 'What a person says about it; null: nothing.' }),
  label: nullable(VersionLabel, { description: 'A name for it, one in its spider; null: it has none.' }),
  origin: nullable(stringEnum(versionOrigins), {
    description: 'What it came by; null: it was saved before that was recorded.',
  }),
});

/** How two documents differ, by JSON pointers. */
const DifferenceSchema = strictObject({
  pointer: Type.String({
    description:
      'Where, as a JSON pointer: in the earlier document for what was removed, else in the later one.',
  }),
  kind: stringEnum(['added', 'removed', 'changed']),
  before: Type.Optional(Json),
  after: Type.Optional(Json),
});

const Revision = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Identifies a state of a draft; equal texts have equal revisions.',
});
/** Schema of the revision that a caller knows. */
export const KnownDraft = nullable(Revision, {
  description: 'The revision of the draft that the caller knows; null: none.',
});

/** Schema of `SpiderDraft`. */
export const DraftSchema = strictObject({
  text: SpiderText,
  base: nullable(VersionNumber, {
    description: 'The version that the edits started from; null: a new spider.',
  }),
  revision: Revision,
  updatedAt: Time,
});

/** Schema of `SavedSpider`. */
export const SavedSpiderSchema = strictObject({
  project: Name,
  spider: Name,
  version: VersionNumber,
  created: Type.Boolean({ description: 'Whether the spider is new.' }),
  unchanged: Type.Boolean({
    description: 'Whether the text equals the newest version, so that no version was added.',
  }),
  problems: Type.Array(ProblemSchema, { description: 'Warnings.' }),
});

/** What a crawl does with a URL, and the steps of the decision in order. */
export const ExplanationSchema = strictObject({
  url: Type.String({ description: 'The URL as it is requested; the argument itself if it is not a URL.' }),
  decision: stringEnum(['extract', 'follow', 'drop', 'reject', 'offsite', 'ignored', 'invalid']),
  rule: nullable(Type.Integer(), { description: 'The rule that decided, from 0.' }),
  pattern: nullable(Type.String(), { description: 'The pattern that decided.' }),
  reason: Type.String(),
  steps: Type.Array(
    strictObject({
      rule: nullable(Type.Integer()),
      pattern: nullable(Type.String()),
      kind: stringEnum([
        'url',
        'start-url',
        'domain',
        'extension',
        'length',
        'rules',
        'deny',
        'allow',
        'region',
        'callback',
        'memory',
      ]),
      matched: Type.Boolean(),
      message: Type.String(),
      better: Type.Optional(
        Type.String({ description: 'In place of an allow pattern that does not match: one that does.' }),
      ),
    }),
  ),
});

/** Arguments that name a draft. */
export const DraftRef = {
  project: Name,
  spider: nullable(Name, { description: 'null: a spider that was never saved; `draft` identifies it.' }),
  draft: nullable(Id, { description: 'Identifies the draft of a new spider; null for a stored spider.' }),
};

/** Calls about spiders, their versions and drafts. */
export const spiderCalls = {
  'spiders.list': query('The spiders of one project or of all, with their last runs, by project and name.', {
    executor: 'quick',
    path: '/api/spiders',
    args: strictObject({ project: Type.Optional(Name) }),
    result: Type.Array(SpiderSummarySchema),
    errors: ['unknown-project'],
  }),
  'spiders.get': query('A spider with the text of its newest version, and its draft if there is one.', {
    executor: 'quick',
    path: '/api/spiders/{spider}',
    args: strictObject(SpiderRef),
    result: strictObject({
      summary: SpiderSummarySchema,
      text: SpiderText,
      draft: nullable(DraftSchema),
    }),
    errors: ['unknown-spider'],
  }),
  'spiders.validate': query('Checks a text completely: every problem with its place and its quick fixes.', {
    executor: 'quick',
    verb: 'POST',
    path: '/api/validate',
    args: strictObject({ text: SpiderText }),
    result: strictObject({
      valid: Type.Boolean({ description: 'Whether it can be saved; there may be warnings.' }),
      problems: Type.Array(FixableProblemSchema),
      name: nullable(Type.String(), { description: 'The name in the text; null: it cannot be read.' }),
      callbacks: Type.Array(Type.String(), {
        description: 'The names of its callbacks, as far as they can be read.',
      }),
    }),
  }),
  'spiders.save': command('Saves a text as a new version, and discards the draft that the caller knows.', {
    executor: 'write',
    path: '/api/spiders',
    args: strictObject({
      project: Name,
      spider: nullable(Name, { description: 'null: a new spider, with the name in the text.' }),
      text: SpiderText,
      base: nullable(VersionNumber, {
        description:
          'The version that the edits started from; saving fails if there is a newer one. null: none.',
      }),
      note: Type.Optional(
        Type.String({ maxLength: 1000, description: 'What its author says about the version.' }),
      ),
      overwrite: Type.Optional(
        Type.Boolean({
          description: 'Whether to add the version even if another client has saved one in the meantime.',
        }),
      ),
      origin: Type.Optional(
        stringEnum(['edit', 'repair', 'assistant'], {
          description: 'What the version comes by; `assistant`: a program wrote it. Default: `edit`.',
        }),
      ),
      nameChange: Type.Optional(
        stringEnum(['rename', 'copy'], {
          description: 'What to do if the name in the text is not the name of the spider.',
        }),
      ),
      draft: Type.Optional(
        nullable(Id, {
          description:
            'The draft of a new spider to discard. Its saved pages, and its proofs of this text, become those of the spider.',
        }),
      ),
      knownDraft: Type.Optional(KnownDraft),
      proof: Type.Optional(
        stringEnum(['required'], {
          description:
            'Saves only a text that `proofs.prove` has proved by pages that are stored here, in this spider or in the draft that is named. Left out: none is needed.',
        }),
      ),
    }),
    result: SavedSpiderSchema,
    errors: ['not-found', 'invalid-spider', 'stale-version', 'name-changed', 'name-taken', 'not-proved'],
  }),
  'spiders.versions': query('All versions of a spider, newest first.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/versions',
    args: strictObject(SpiderRef),
    result: Type.Array(VersionSchema),
    errors: ['unknown-spider'],
  }),
  'spiders.version': query('The text of one version, for example as one side of a diff.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/version',
    args: strictObject({ ...SpiderRef, version: VersionRef }),
    result: strictObject({ version: VersionSchema, text: SpiderText }),
    errors: ['unknown-spider', 'unknown-version'],
  }),
  'spiders.differences': query('How two versions of a spider differ, as JSON documents.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/differences',
    args: strictObject({
      ...SpiderRef,
      before: VersionRef,
      after: nullable(VersionRef, { description: 'null: the newest version.' }),
    }),
    result: strictObject({
      before: VersionNumber,
      after: VersionNumber,
      differences: Type.Array(DifferenceSchema),
    }),
    errors: ['unknown-spider', 'unknown-version'],
  }),
  'spiders.mark': command('Changes the note or the label of a version. Its text never changes.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/spiders/{spider}/versions',
    args: strictObject({
      ...SpiderRef,
      version: VersionRef,
      note: Type.Optional(nullable(Type.String({ maxLength: 1000 }), { description: 'null: none.' })),
      label: Type.Optional(nullable(VersionLabel, { description: 'null: none.' })),
    }),
    result: VersionSchema,
    errors: ['unknown-spider', 'unknown-version', 'label-taken'],
  }),
  'spiders.restore': command('Adds a version with the text of an old one; nothing is lost.', {
    executor: 'write',
    path: '/api/spiders/{spider}/restore',
    args: strictObject({ ...SpiderRef, version: VersionRef }),
    result: SavedSpiderSchema,
    errors: ['unknown-spider', 'unknown-version', 'invalid-spider'],
  }),
  'spiders.rename': command(
    'Renames a spider by adding a version with the new name. Its runs and items are kept.',
    {
      executor: 'write',
      verb: 'PATCH',
      path: '/api/spiders/{spider}',
      args: strictObject({ ...SpiderRef, name: Name }),
      result: SavedSpiderSchema,
      errors: ['unknown-spider', 'name-taken', 'invalid-spider'],
    },
  ),
  'spiders.duplicate': command('Copies the newest version of a spider to a new spider with another name.', {
    executor: 'write',
    path: '/api/spiders/{spider}/duplicate',
    args: strictObject({ ...SpiderRef, name: Name, toProject: Type.Optional(Name) }),
    result: SavedSpiderSchema,
    errors: ['unknown-spider', 'name-taken', 'invalid-spider'],
  }),
  'spiders.delete': command('Moves a spider to the trash, with its versions, saved pages, runs and items.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/spiders/{spider}',
    args: strictObject({
      ...SpiderRef,
      dryRun: Type.Boolean({ description: 'Whether to report only what would be deleted.' }),
      forGood: ForGood,
    }),
    result: strictObject({
      versions: Count,
      runs: Count,
      paused: Count,
      items: Count,
      pages: Count,
      trash: InTrash,
    }),
    errors: ['unknown-spider', 'conflict'],
  }),
  'spiders.import': command(
    'Imports a spider file: as a new spider, or as a new version of the spider with that name unless it equals the newest one.',
    {
      executor: 'write',
      path: '/api/import',
      args: strictObject({
        project: Name,
        text: SpiderText,
        file: Type.String({ maxLength: 1000, description: 'How messages name the document.' }),
        dryRun: Type.Boolean({ description: 'Whether to report only what would happen.' }),
      }),
      result: SavedSpiderSchema,
      errors: ['invalid-spider'],
    },
  ),
  'spiders.convert': query(
    'Converts the files of another tool to spiders, with a report; stores nothing and runs nothing of them.',
    {
      executor: 'quick',
      verb: 'POST',
      path: '/api/convert',
      args: ConvertArgsSchema,
      result: ConversionSchema,
      errors: ['not-convertible'],
    },
  ),
  'spiders.export': query('The text of the newest version and a name for its file.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/export',
    args: strictObject({ ...SpiderRef, version: Type.Optional(VersionRef) }),
    result: strictObject({ file: Type.String(), text: SpiderText }),
    errors: ['unknown-spider', 'unknown-version'],
  }),
  'spiders.drafts': query(
    'The drafts of spiders that were never saved, for example after a crash, newest first.',
    {
      executor: 'quick',
      path: '/api/drafts',
      args: strictObject({ project: Type.Optional(Name) }),
      result: Type.Array(
        strictObject({
          project: Name,
          draft: Id,
          name: nullable(Type.String()),
          text: SpiderText,
          updatedAt: Time,
        }),
      ),
    },
  ),
  'spiders.putDraft': command('Stores unsaved edits. Fails if another client has changed the draft.', {
    executor: 'write',
    verb: 'PUT',
    path: '/api/drafts',
    args: strictObject({ ...DraftRef, text: SpiderText, base: nullable(VersionNumber), known: KnownDraft }),
    result: strictObject({ draft: nullable(Id), revision: Revision, updatedAt: Time }),
    errors: ['unknown-project', 'unknown-spider', 'draft-conflict'],
  }),
  'spiders.discardDraft': command('Discards unsaved edits. Fails if another client has changed the draft.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/drafts',
    args: strictObject({ ...DraftRef, known: KnownDraft }),
    result: strictObject({ discarded: Type.Boolean() }),
    errors: ['draft-conflict'],
  }),
  'spiders.explain': query(
    'What a crawl with this text does with a URL, pattern by pattern, and whether an incremental run skips it.',
    {
      executor: 'quick',
      verb: 'POST',
      path: '/api/explain',
      args: strictObject({
        project: Name,
        spider: Type.Optional(
          Type.String({
            ...Name,
            description: 'The spider whose crawl history is used. Default: none.',
          }),
        ),
        text: Type.Optional(
          Type.String({
            maxLength: maxTextLength + 1,
            description: 'Default: the newest version of the spider.',
          }),
        ),
        file: Type.Optional(Type.String({ maxLength: 4000, description: 'How messages name the text.' })),
        url: Type.String({ minLength: 1, maxLength: 10_000 }),
        args: Type.Optional(RunArgs),
      }),
      result: ExplanationSchema,
      errors: ['invalid-spider', 'unknown-spider', 'bad-run-args'],
    },
  ),
  'spiders.templates': query('Templates for new spiders.', {
    executor: 'quick',
    path: '/api/templates',
    args: emptyObject,
    result: Type.Array(
      strictObject({
        name: Type.String(),
        title: Type.String(),
        description: Type.String(),
        text: SpiderText,
        isSample: Type.Boolean({ description: 'Whether it is a spider of the sample site.' }),
        rows: Type.Array(Type.Array(strictObject({ field: Type.String(), value: nullable(Type.String()) })), {
          description: 'What it takes from the pages that it comes with, as short texts; empty: it has none.',
        }),
      }),
    ),
  }),
} as const;

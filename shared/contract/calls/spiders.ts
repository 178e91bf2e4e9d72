import { Type } from 'typebox';
import { query, command } from '../define.ts';
import {
  Count,
  Id,
  Name,
  SpiderRef,
  SpiderText,
  Time,
  emptyObject,
  nullable,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { maxTextLength } from '../../spider/limits.ts';
import { FixableProblemSchema, ProblemSchema, RunItemsSchema, RunSummarySchema } from './common.ts';

const VersionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });

export const SpiderSummarySchema = strictObject({
  project: Name,
  name: Name,
  version: VersionNumber,
  versions: Count,
  runs: Count,
  hasDraft: Type.Boolean({ description: 'Whether there are edits that were never saved as a version.' }),
  description: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  lastRun: nullable(RunSummarySchema),
  latestItems: nullable(RunItemsSchema, {
    description: 'The newest run that has items, and how many; null: no run has any.',
  }),
  createdAt: Time,
  updatedAt: Time,
});

export const VersionSchema = strictObject({
  number: VersionNumber,
  hash: Type.String({ description: 'SHA-256 of the text; equal texts have equal hashes.' }),
  createdAt: Time,
  characters: Count,
  runs: Type.Integer({ minimum: 0, description: 'Runs that froze this version.' }),
});

const Revision = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Tells states of a draft apart; equal texts have equal ones.',
});
const KnownDraft = nullable(Revision, {
  description: 'The draft that the window knows, by its revision; null: none.',
});

export const DraftSchema = strictObject({
  text: SpiderText,
  base: nullable(VersionNumber, { description: 'The version that it began from; null: a new spider.' }),
  revision: Revision,
  updatedAt: Time,
});

export const SavedSpiderSchema = strictObject({
  project: Name,
  spider: Name,
  version: VersionNumber,
  created: Type.Boolean({ description: 'Whether the spider is new.' }),
  unchanged: Type.Boolean({
    description: 'It equals the newest version, so no version was added.',
  }),
  problems: Type.Array(ProblemSchema, { description: 'Warnings.' }),
});

export const ExplanationSchema = strictObject({
  url: Type.String({ description: 'As it is sent; as given where it is no URL.' }),
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
    }),
  ),
});

const DraftRef = {
  project: Name,
  spider: nullable(Name, { description: 'null: a spider that was never saved; `draft` tells which one.' }),
  draft: nullable(Id, { description: 'Tells drafts of new spiders apart; null for a stored spider.' }),
};

export const spiderCalls = {
  'spiders.list': query('The spiders of a project, or of all, each with its last run; by project and name.', {
    executor: 'quick',
    path: '/api/spiders',
    args: strictObject({ project: Type.Optional(Name) }),
    result: Type.Array(SpiderSummarySchema),
    errors: ['unknown-project'],
  }),
  'spiders.get': query('A spider with the text of its newest version, and the draft that was left, if any.', {
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
  'spiders.validate': query(
    'Checks a text completely: every problem with its place, and what would mend it.',
    {
      executor: 'quick',
      verb: 'POST',
      path: '/api/validate',
      args: strictObject({ text: SpiderText }),
      result: strictObject({
        valid: Type.Boolean({ description: 'Whether it could be saved; there may be warnings.' }),
        problems: Type.Array(FixableProblemSchema),
        name: nullable(Type.String(), { description: 'The name inside the text, where it can be read.' }),
        callbacks: Type.Array(Type.String(), {
          description: 'The names of its callbacks, where they can be read.',
        }),
      }),
    },
  ),
  'spiders.save': command('Saves a text as a new version, and discards the draft that the window knows.', {
    executor: 'write',
    path: '/api/spiders',
    args: strictObject({
      project: Name,
      spider: nullable(Name, { description: 'null: a new spider; it takes the name inside the text.' }),
      text: SpiderText,
      base: nullable(VersionNumber, {
        description:
          'The version that the edits began from; saving fails when a newer one exists. null: none.',
      }),
      overwrite: Type.Optional(
        Type.Boolean({ description: 'Add the version although another window has saved one since.' }),
      ),
      nameChange: Type.Optional(
        stringEnum(['rename', 'copy'], {
          description: 'What to do where the name inside the text is not that of the spider.',
        }),
      ),
      draft: Type.Optional(nullable(Id, { description: 'The draft of a new spider, to be discarded.' })),
      knownDraft: Type.Optional(KnownDraft),
    }),
    result: SavedSpiderSchema,
    errors: ['invalid-spider', 'stale-version', 'name-changed', 'name-taken'],
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
    path: '/api/spiders/{spider}/versions/{version}',
    args: strictObject({ ...SpiderRef, version: VersionNumber }),
    result: strictObject({ version: VersionSchema, text: SpiderText }),
    errors: ['unknown-spider', 'unknown-version'],
  }),
  'spiders.restore': command('Adds a version with the text of an old one; nothing is lost.', {
    executor: 'write',
    path: '/api/spiders/{spider}/versions/{version}/restore',
    args: strictObject({ ...SpiderRef, version: VersionNumber }),
    result: SavedSpiderSchema,
    errors: ['unknown-spider', 'unknown-version', 'invalid-spider'],
  }),
  'spiders.rename': command(
    'Gives a spider another name: a new version whose text has the name. Runs and items stay with it.',
    {
      executor: 'write',
      verb: 'PATCH',
      path: '/api/spiders/{spider}',
      args: strictObject({ ...SpiderRef, name: Name }),
      result: SavedSpiderSchema,
      errors: ['unknown-spider', 'name-taken', 'invalid-spider'],
    },
  ),
  'spiders.duplicate': command(
    'Makes another spider of the newest version of one, under a name of its own.',
    {
      executor: 'write',
      path: '/api/spiders/{spider}/duplicate',
      args: strictObject({ ...SpiderRef, name: Name, toProject: Type.Optional(Name) }),
      result: SavedSpiderSchema,
      errors: ['unknown-spider', 'name-taken', 'invalid-spider'],
    },
  ),
  'spiders.delete': command('Deletes a spider with its versions, saved pages, runs and items.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/spiders/{spider}',
    args: strictObject({ ...SpiderRef, dryRun: Type.Boolean({ description: 'Only tell what would go.' }) }),
    result: strictObject({ versions: Count, runs: Count, items: Count, pages: Count }),
    errors: ['unknown-spider', 'conflict'],
  }),
  'spiders.import': command(
    'Stores the text of a spider file: a new spider, or a new version of the one of that name unless it equals the newest.',
    {
      executor: 'write',
      path: '/api/import',
      args: strictObject({
        project: Name,
        text: SpiderText,
        file: Type.String({ maxLength: 1000, description: 'Names the document in messages.' }),
        dryRun: Type.Boolean({ description: 'Only tell what would happen.' }),
      }),
      result: SavedSpiderSchema,
      errors: ['invalid-spider'],
    },
  ),
  'spiders.export': query('The text of the newest version and a name for its file.', {
    executor: 'quick',
    path: '/api/spiders/{spider}/export',
    args: strictObject({ ...SpiderRef, version: Type.Optional(VersionNumber) }),
    result: strictObject({ file: Type.String(), text: SpiderText }),
    errors: ['unknown-spider', 'unknown-version'],
  }),
  'spiders.drafts': query(
    'The drafts of spiders that were never saved, newest first: what a crash left behind.',
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
  'spiders.putDraft': command(
    'Keeps edits that are not saved yet; call it a moment after typing stops. Fails where another window has changed them.',
    {
      executor: 'write',
      verb: 'PUT',
      path: '/api/drafts',
      args: strictObject({ ...DraftRef, text: SpiderText, base: nullable(VersionNumber), known: KnownDraft }),
      result: strictObject({ draft: nullable(Id), revision: Revision, updatedAt: Time }),
      errors: ['unknown-project', 'unknown-spider', 'draft-conflict'],
    },
  ),
  'spiders.discardDraft': command(
    'Forgets the edits that were not saved. Fails where another window has changed them.',
    {
      executor: 'write',
      verb: 'DELETE',
      path: '/api/drafts',
      args: strictObject({ ...DraftRef, known: KnownDraft }),
      result: strictObject({ discarded: Type.Boolean() }),
      errors: ['draft-conflict'],
    },
  ),
  'spiders.explain': query(
    'What a crawl with this text makes of a URL, pattern by pattern, and what runs that skip known pages do.',
    {
      executor: 'quick',
      verb: 'POST',
      path: '/api/explain',
      args: strictObject({
        project: Name,
        spider: Type.Optional(
          Type.String({
            ...Name,
            description: 'The spider whose crawl history counts; left out: the text is of no stored spider.',
          }),
        ),
        text: Type.Optional(
          Type.String({
            maxLength: maxTextLength + 1,
            description: 'Left out: the newest version of the spider.',
          }),
        ),
        file: Type.Optional(Type.String({ maxLength: 4000, description: 'Names the text in messages.' })),
        url: Type.String({ minLength: 1, maxLength: 10_000 }),
      }),
      result: ExplanationSchema,
      errors: ['invalid-spider', 'unknown-spider'],
    },
  ),
  'spiders.templates': query('Texts to begin a new spider with.', {
    executor: 'quick',
    path: '/api/templates',
    args: emptyObject,
    result: Type.Array(
      strictObject({
        name: Type.String(),
        title: Type.String(),
        description: Type.String(),
        text: SpiderText,
      }),
    ),
  }),
} as const;

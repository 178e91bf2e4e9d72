import { Type } from 'typebox';
import {
  choice,
  Count,
  Id,
  Name,
  nothing,
  nullable,
  reads,
  shape,
  SpiderRef,
  SpiderText,
  Time,
  writes,
} from '../define.ts';
import { maxTextLength } from '../../spider/limits.ts';
import { FixableProblemSchema, ProblemSchema, RunItemsSchema, RunSummarySchema } from './common.ts';

const VersionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });

export const SpiderSummarySchema = shape({
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

export const VersionSchema = shape({
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

export const DraftSchema = shape({
  text: SpiderText,
  base: nullable(VersionNumber, { description: 'The version that it began from; null: a new spider.' }),
  revision: Revision,
  updatedAt: Time,
});

export const SavedSpiderSchema = shape({
  project: Name,
  spider: Name,
  version: VersionNumber,
  created: Type.Boolean({ description: 'Whether the spider is new.' }),
  unchanged: Type.Boolean({
    description: 'It equals the newest version, so no version was added.',
  }),
  problems: Type.Array(ProblemSchema, { description: 'Warnings.' }),
});

export const ExplanationSchema = shape({
  url: Type.String({ description: 'As it is sent; as given where it is no URL.' }),
  decision: choice(['extract', 'follow', 'drop', 'reject', 'offsite', 'ignored', 'invalid']),
  rule: nullable(Type.Integer(), { description: 'The rule that decided, from 0.' }),
  pattern: nullable(Type.String(), { description: 'The pattern that decided.' }),
  reason: Type.String(),
  steps: Type.Array(
    shape({
      rule: nullable(Type.Integer()),
      pattern: nullable(Type.String()),
      kind: choice([
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
  'spiders.list': reads('The spiders of a project, or of all, each with its last run; by project and name.', {
    args: shape({ project: Type.Optional(Name) }),
    answer: Type.Array(SpiderSummarySchema),
    errors: ['unknown-project'],
  }),
  'spiders.get': reads('A spider with the text of its newest version, and the draft that was left, if any.', {
    args: shape(SpiderRef),
    answer: shape({
      summary: SpiderSummarySchema,
      text: SpiderText,
      draft: nullable(DraftSchema),
    }),
    errors: ['unknown-spider'],
  }),
  'spiders.validate': reads(
    'Checks a text completely: every problem with its place, and what would mend it.',
    {
      args: shape({ text: SpiderText }),
      answer: shape({
        valid: Type.Boolean({ description: 'Whether it could be saved; there may be warnings.' }),
        problems: Type.Array(FixableProblemSchema),
        name: nullable(Type.String(), { description: 'The name inside the text, where it can be read.' }),
        callbacks: Type.Array(Type.String(), {
          description: 'The names of its callbacks, where they can be read.',
        }),
      }),
    },
  ),
  'spiders.save': writes('Saves a text as a new version, and discards the draft that the window knows.', {
    args: shape({
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
        choice(['rename', 'copy'], {
          description: 'What to do where the name inside the text is not that of the spider.',
        }),
      ),
      draft: Type.Optional(nullable(Id, { description: 'The draft of a new spider, to be discarded.' })),
      knownDraft: Type.Optional(KnownDraft),
    }),
    answer: SavedSpiderSchema,
    errors: ['invalid-spider', 'stale-version', 'name-changed', 'name-taken'],
  }),
  'spiders.versions': reads('All versions of a spider, newest first.', {
    args: shape(SpiderRef),
    answer: Type.Array(VersionSchema),
    errors: ['unknown-spider'],
  }),
  'spiders.version': reads('The text of one version, for example as one side of a diff.', {
    args: shape({ ...SpiderRef, version: VersionNumber }),
    answer: shape({ version: VersionSchema, text: SpiderText }),
    errors: ['unknown-spider', 'unknown-version'],
  }),
  'spiders.restore': writes('Adds a version with the text of an old one; nothing is lost.', {
    args: shape({ ...SpiderRef, version: VersionNumber }),
    answer: SavedSpiderSchema,
    errors: ['unknown-spider', 'unknown-version', 'invalid-spider'],
  }),
  'spiders.rename': writes(
    'Gives a spider another name: a new version whose text has the name. Runs and items stay with it.',
    {
      args: shape({ ...SpiderRef, name: Name }),
      answer: SavedSpiderSchema,
      errors: ['unknown-spider', 'name-taken', 'invalid-spider'],
    },
  ),
  'spiders.duplicate': writes('Makes another spider of the newest version of one, under a name of its own.', {
    args: shape({ ...SpiderRef, name: Name, toProject: Type.Optional(Name) }),
    answer: SavedSpiderSchema,
    errors: ['unknown-spider', 'name-taken', 'invalid-spider'],
  }),
  'spiders.delete': writes('Deletes a spider with its versions, saved pages, runs and items.', {
    args: shape({ ...SpiderRef, dryRun: Type.Boolean({ description: 'Only tell what would go.' }) }),
    answer: shape({ versions: Count, runs: Count, items: Count, pages: Count }),
    errors: ['unknown-spider', 'conflict'],
  }),
  'spiders.import': writes(
    'Stores the text of a spider file: a new spider, or a new version of the one of that name unless it equals the newest.',
    {
      args: shape({
        project: Name,
        text: SpiderText,
        file: Type.String({ maxLength: 1000, description: 'Names the document in messages.' }),
        dryRun: Type.Boolean({ description: 'Only tell what would happen.' }),
      }),
      answer: SavedSpiderSchema,
      errors: ['invalid-spider'],
    },
  ),
  'spiders.export': reads('The text of the newest version and a name for its file.', {
    args: shape({ ...SpiderRef, version: Type.Optional(VersionNumber) }),
    answer: shape({ file: Type.String(), text: SpiderText }),
    errors: ['unknown-spider', 'unknown-version'],
  }),
  'spiders.drafts': reads(
    'The drafts of spiders that were never saved, newest first: what a crash left behind.',
    {
      args: shape({ project: Type.Optional(Name) }),
      answer: Type.Array(
        shape({ project: Name, draft: Id, name: nullable(Type.String()), text: SpiderText, updatedAt: Time }),
      ),
    },
  ),
  'spiders.putDraft': writes(
    'Keeps edits that are not saved yet; call it a moment after typing stops. Fails where another window has changed them.',
    {
      args: shape({ ...DraftRef, text: SpiderText, base: nullable(VersionNumber), known: KnownDraft }),
      answer: shape({ draft: nullable(Id), revision: Revision, updatedAt: Time }),
      errors: ['unknown-project', 'unknown-spider', 'draft-conflict'],
    },
  ),
  'spiders.discardDraft': writes(
    'Forgets the edits that were not saved. Fails where another window has changed them.',
    {
      args: shape({ ...DraftRef, known: KnownDraft }),
      answer: shape({ discarded: Type.Boolean() }),
      errors: ['draft-conflict'],
    },
  ),
  'spiders.explain': reads('What a crawl with this text makes of a URL, pattern by pattern.', {
    args: shape({
      ...SpiderRef,
      text: Type.Optional(
        Type.String({ maxLength: maxTextLength + 1, description: 'Left out: the newest version.' }),
      ),
      url: Type.String({ minLength: 1, maxLength: 10_000 }),
    }),
    answer: ExplanationSchema,
    errors: ['invalid-spider', 'unknown-spider'],
  }),
  'spiders.templates': reads('Texts to begin a new spider with.', {
    args: nothing,
    answer: Type.Array(
      shape({
        name: Type.String(),
        title: Type.String(),
        description: Type.String(),
        text: SpiderText,
      }),
    ),
  }),
} as const;

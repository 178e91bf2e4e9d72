import { Type } from 'typebox';
import { command, query } from '../define.ts';
import { Count, Json, Name, SpiderText, nullable, record, strictObject, stringEnum } from '../shapes.ts';
import { ProblemSchema } from './common.ts';
import { ProjectDefaultsSchema } from './project-defaults.ts';

/** The most spiders that one call changes. */
const maxSpiders = 10_000;
const SettingKey = Type.String({ minLength: 1, maxLength: 200 });
const UrlText = Type.String({ minLength: 1, maxLength: 2048 });

/** A place in a spider whose text is changed, or mentions what is replaced elsewhere. */
const PlaceSchema = strictObject({
  pointer: Type.String({ description: 'The place as a JSON pointer.' }),
  text: Type.String({ description: 'The text there before the change, its first 500 characters.' }),
});

/** Schema of `SpiderChange`. */
export const SpiderChangeSchema = strictObject({
  spider: Name,
  changed: Type.Boolean({ description: 'Whether its text differs, so that it gets a version.' }),
  left: nullable(stringEnum(['draft', 'invalid']), {
    description:
      'Why the spider stays as it is. `draft`: it has unsaved edits. `invalid`: it would not be a valid spider; `problems` says why.',
  }),
  hasDraft: Type.Boolean(),
  version: nullable(Count, { description: 'The version that was added; null: none, or not yet.' }),
  before: SpiderText,
  after: SpiderText,
  diff: Type.String({ description: 'The difference as a unified diff; empty: none.' }),
  settings: Type.Array(
    strictObject({
      key: Type.String(),
      before: Type.Optional(Json),
      after: Type.Optional(Json),
    }),
    { description: 'Settings that differ. Without `before` it was not there, without `after` it is gone.' },
  ),
  replaced: Type.Array(PlaceSchema, { description: 'Places where a URL or domain was replaced.' }),
  mentions: Type.Array(PlaceSchema, {
    description:
      'Patterns and other texts that mention what was replaced. They stay as they are: a person has to look.',
  }),
  problems: Type.Array(ProblemSchema, { description: 'Problems of the changed text.' }),
});

/** Calls about many spiders at once. */
export const manySpiderCalls = {
  'spiders.changeMany': command(
    'Changes settings, or URLs, of many spiders: each gets a version, or none does. A preview changes nothing.',
    {
      executor: 'write',
      path: '/api/spiders/change',
      args: strictObject({
        project: Name,
        spiders: nullable(Type.Array(Name, { maxItems: maxSpiders }), {
          description: 'null: all spiders of the project.',
        }),
        set: record(Json, { maxProperties: 100, description: 'Settings, by name.' }),
        unset: Type.Array(SettingKey, { maxItems: 100, description: 'Settings that are removed.' }),
        replaceUrl: Type.Optional(
          strictObject(
            { from: UrlText, to: UrlText },
            {
              description:
                'A domain, or the beginning of URLs, and what replaces it in start URLs, allowed domains, templates of URLs and the source URL.',
            },
          ),
        ),
        drafts: Type.Optional(
          stringEnum(['leave', 'change'], {
            description:
              'What to do with spiders that have unsaved edits: leave them as they are, or change both the newest version and the edits. Default: leave.',
          }),
        ),
        skipInvalid: Type.Optional(
          Type.Boolean({
            description:
              'Whether the others are changed if some would not be valid spiders. Default: then nothing is written.',
          }),
        ),
        dryRun: Type.Boolean({ description: 'Whether to report only what would change.' }),
      }),
      result: strictObject({
        written: Type.Boolean({
          description: 'Whether versions were added. Nothing is written if a spider would not be valid.',
        }),
        changes: Type.Array(SpiderChangeSchema, { description: 'One entry for each spider, by name.' }),
      }),
      errors: ['unknown-project', 'unknown-spider', 'bad-settings', 'bad-url', 'stale-version'],
    },
  ),
  'spiders.exportAll': query(
    'The texts of the newest versions of all spiders of a project, as files of a folder, by name.',
    {
      executor: 'slow',
      path: '/api/projects/{project}/files',
      args: strictObject({ project: Name }),
      result: strictObject({
        files: Type.Array(
          strictObject({
            name: Type.String({ description: 'A name for its file that every system accepts.' }),
            spider: Name,
            version: Count,
            text: SpiderText,
          }),
        ),
        defaults: ProjectDefaultsSchema,
      }),
      errors: ['unknown-project'],
    },
  ),
} as const;

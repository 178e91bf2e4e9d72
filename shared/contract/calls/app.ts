import { Type } from 'typebox';
import { query, command } from '../define.ts';
import {
  Count,
  Id,
  Json,
  Name,
  OperationId,
  emptyObject,
  nullable,
  record,
  strictObject,
  stringEnum,
} from '../shapes.ts';
import { RunSummarySchema } from './common.ts';

export const ColumnLayoutSchema = strictObject(
  {
    name: Type.String({ maxLength: 500 }),
    width: nullable(Type.Number({ minimum: 10, maximum: 4000 }), {
      description: 'Pixels; null: as it comes.',
    }),
    hidden: Type.Boolean(),
    pinned: Type.Boolean(),
  },
  { description: 'A column of a table, in the order in which the person has put them.' },
);

export const PreferencesSchema = strictObject(
  {
    theme: stringEnum(['system', 'light', 'dark']),
    density: stringEnum(['compact', 'comfortable']),
    motion: stringEnum(['system', 'reduced']),
    editor: strictObject({
      fontSize: Type.Integer({ minimum: 8, maximum: 40 }),
      wordWrap: Type.Boolean(),
      minimap: Type.Boolean(),
    }),
    keymap: record(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 8 }), {
      maxProperties: 500,
      description: 'Shortcuts by command, for those that differ from the default; an empty list: none.',
    }),
    choices: record(Json, {
      maxProperties: 500,
      description:
        'Remembered answers and small state by a name of the window’s choice, for example "close-while-running".',
    }),
    columns: record(Type.Array(ColumnLayoutSchema, { maxItems: 2000 }), {
      maxProperties: 2000,
      description: 'Layouts of tables by a name of the window’s choice, for example "results/default/shop".',
    }),
    panels: record(Type.Array(Type.Number(), { maxItems: 20 }), {
      maxProperties: 200,
      description: 'Sizes of resizable panes, in percent, by a name of the window’s choice.',
    }),
  },
  { description: 'What a person has set. Kept in the data folder, shared by all windows.' },
);

const { properties: preference } = PreferencesSchema;
const patchOf = <T extends Type.TSchema>(entry: T, maxProperties: number) =>
  Type.Optional(
    record(nullable(entry), { maxProperties, description: 'Merged by key; null removes a key.' }),
  );

/** Only what is named changes; so two windows do not overwrite one another. */
export const PreferencesPatchSchema = strictObject({
  theme: Type.Optional(preference.theme),
  density: Type.Optional(preference.density),
  motion: Type.Optional(preference.motion),
  editor: Type.Optional(
    strictObject({
      fontSize: Type.Optional(preference.editor.properties.fontSize),
      wordWrap: Type.Optional(Type.Boolean()),
      minimap: Type.Optional(Type.Boolean()),
    }),
  ),
  keymap: patchOf(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 8 }), 500),
  choices: patchOf(Json, 500),
  columns: patchOf(Type.Array(ColumnLayoutSchema, { maxItems: 2000 }), 100),
  panels: patchOf(Type.Array(Type.Number(), { maxItems: 20 }), 100),
});

export const AppInfoSchema = strictObject({
  name: Type.String(),
  version: Type.String(),
  door: stringEnum(['web', 'desktop', 'command-line'], { description: 'How the caller reaches the host.' }),
  platform: Type.String({ description: 'As Node names it: linux, darwin, win32.' }),
  dataFolder: Type.String(),
  logFile: Type.String({
    description: 'What was begun and ended, and faults; without secrets, to be sent to others.',
  }),
  databaseBytes: Count,
  storedPages: strictObject({ pages: Count, bytes: Count, storedBytes: Count }),
  versions: record(Type.String(), { description: 'Of what it runs on: node, sqlite, electron, chrome.' }),
});

export const NewerVersionSchema = strictObject({
  version: Type.String({ maxLength: 100 }),
  url: Type.String({
    maxLength: 2000,
    pattern: '^https://',
    description: 'The page of the web that offers it.',
  }),
  notes: nullable(Type.String({ maxLength: 2000 }), { description: 'What is new in it, in a few words.' }),
});

export const SampleSchema = strictObject({
  project: Name,
  spider: Name,
  run: Id,
  siteUrl: Type.String({ description: 'Where the sample site is served as long as the host lives.' }),
});

export const BrowserStatusSchema = strictObject({
  name: nullable(Type.String(), { description: 'null: there is none.' }),
  executable: nullable(Type.String()),
  source: nullable(stringEnum(['environment', 'downloaded', 'installed'])),
  version: nullable(Type.String(), { description: 'null: it does not start.' }),
  sandbox: nullable(Type.Boolean(), { description: 'null: not known, because it does not start.' }),
  problem: nullable(Type.String(), {
    description: 'Why there is none, or why it does not start; null: all is well.',
  }),
  hint: nullable(Type.String(), { description: 'What to do where there is none.' }),
});

export const appCalls = {
  'app.info': query('Versions, the data folder and its size.', {
    executor: 'work',
    path: '/api/app',
    args: emptyObject,
    result: AppInfoSchema,
  }),
  'app.status': query('What a window asks first: is this the first start, and what was left unfinished.', {
    executor: 'work',
    path: '/api/app/status',
    args: emptyObject,
    result: strictObject({
      firstStart: Type.Boolean({ description: 'Nothing was ever stored: offer the sample.' }),
      projects: Count,
      spiders: Count,
      runs: Count,
      interrupted: Type.Array(RunSummarySchema, {
        description: 'Runs that were cut off and can be resumed, newest first; at most 20.',
      }),
      underway: Type.Array(RunSummarySchema, { description: 'Runs that somebody carries out now.' }),
      sampleSite: nullable(Type.String(), {
        description: 'Where the sample site is served; null: it is not.',
      }),
      folderWarning: nullable(Type.String(), {
        description: 'What is risky about where the data folder is, and what to do; null: nothing.',
      }),
    }),
  }),
  'app.preferences': query('What the person has set, with the defaults filled in.', {
    executor: 'quick',
    path: '/api/preferences',
    args: emptyObject,
    result: PreferencesSchema,
  }),
  'app.setPreferences': command('Changes what is named and leaves the rest; tells all windows.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/preferences',
    args: strictObject({ patch: PreferencesPatchSchema }),
    result: PreferencesSchema,
  }),
  'app.newerVersion': query(
    'Whether there is a newer version. A feed of versions is asked once a day at most, and not where the person has turned that off.',
    {
      executor: 'work',
      path: '/api/app/newer-version',
      args: emptyObject,
      result: strictObject({
        hasFeed: Type.Boolean({ description: 'Whether there is a feed to ask.' }),
        newer: nullable(NewerVersionSchema, { description: 'null: none is known.' }),
      }),
    },
  ),
  'app.reportFault': command('Writes a fault of a window into the log.', {
    executor: 'work',
    path: '/api/app/faults',
    args: strictObject({
      text: Type.String({ maxLength: 20_000, description: 'What was thrown, with its stack.' }),
    }),
    result: emptyObject,
  }),
  'app.browser': query('The browser that pages are rendered in, started once.', {
    executor: 'work',
    path: '/api/app/browser',
    args: emptyObject,
    result: BrowserStatusSchema,
  }),
  'app.installBrowser': command(
    'Downloads a browser that pages are rendered in, unless there is one. Not in the packaged desktop application.',
    {
      executor: 'work',
      path: '/api/app/browser',
      topics: ['progress'],
      args: strictObject({
        operation: Type.Optional(OperationId),
        force: Type.Optional(Type.Boolean({ description: 'Also where there is one.' })),
      }),
      result: strictObject({
        ...BrowserStatusSchema.properties,
        name: Type.String(),
        version: Type.String(),
        downloaded: Type.Boolean({ description: 'Whether there was none before.' }),
      }),
      errors: ['download-failed', 'no-browser'],
    },
  ),
  'app.startSample': command(
    'Serves the sample site on loopback, imports a spider for it, adds one of its pages to the tester, and starts a full run.',
    {
      executor: 'work',
      path: '/api/app/sample',
      args: strictObject({
        project: Type.Optional(Name),
        spider: Type.Optional(
          stringEnum(['sample-shop', 'sample-news', 'sample-reviews', 'sample-custom'], {
            description: 'Default: sample-shop.',
          }),
        ),
      }),
      result: SampleSchema,
    },
  ),
} as const;

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
import { ActionSchema } from '../actions.ts';
import { RunSummarySchema } from './common.ts';

/** Schema of `ColumnLayout`. */
export const ColumnLayoutSchema = strictObject(
  {
    name: Type.String({ maxLength: 500 }),
    width: nullable(Type.Number({ minimum: 10, maximum: 4000 }), {
      description: 'In pixels; null: automatic.',
    }),
    hidden: Type.Boolean(),
    pinned: Type.Boolean(),
  },
  { description: 'The layout of a table column. The order of the list is the order of the columns.' },
);

/** Schema of `Preferences`. */
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
      description: 'Shortcuts by command, where they differ from the default; an empty list: no shortcut.',
    }),
    choices: record(Json, {
      maxProperties: 500,
      description:
        'Remembered answers and small state, by a name that the client chooses, for example "close-while-running".',
    }),
    columns: record(Type.Array(ColumnLayoutSchema, { maxItems: 2000 }), {
      maxProperties: 2000,
      description:
        'Layouts of tables, by a name that the client chooses, for example "results/default/shop".',
    }),
    panels: record(Type.Array(Type.Number(), { maxItems: 20 }), {
      maxProperties: 200,
      description: 'Sizes of resizable panes, in percent, by a name that the client chooses.',
    }),
  },
  { description: 'What a person has set. Stored in the data folder and shared by all clients.' },
);

const { properties: preference } = PreferencesSchema;
const patchOf = <T extends Type.TSchema>(entry: T, maxProperties: number) =>
  Type.Optional(
    record(nullable(entry), { maxProperties, description: 'Merged by key; null removes a key.' }),
  );

/** Schema of `PreferencesPatch`. Only the given keys change, so that two clients do not overwrite each other. */
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

/** Schema of `AppInfo`. Sizes are in bytes. */
export const AppInfoSchema = strictObject({
  name: Type.String(),
  version: Type.String(),
  platform: Type.String({ description: 'The platform as Node names it: linux, darwin or win32.' }),
  dataFolder: Type.String(),
  logFile: Type.String({
    description:
      'Path of the host log: what was started and ended, and errors. It contains no secrets, so it can be shared.',
  }),
  databaseBytes: Count,
  storedPages: strictObject({ pages: Count, bytes: Count, storedBytes: Count }),
  versions: record(Type.String(), {
    description: 'Versions of the runtime: node, v8, electron, chrome.',
  }),
  proxySource: stringEnum(['settings', 'variables'], {
    description:
      'Where the proxies of the system are found: in its `settings`, PAC scripts included, or in environment `variables`.',
  }),
});

/** Schema of `NewerVersion`. A feed of versions uses the same shape. */
export const NewerVersionSchema = strictObject({
  version: Type.String({ maxLength: 100 }),
  url: Type.String({
    maxLength: 2000,
    pattern: '^https://',
    description: 'The web page that offers it.',
  }),
  notes: nullable(Type.String({ maxLength: 2000 }), { description: 'What is new, in a few words.' }),
});

/** Schema of `Sample`. */
export const SampleSchema = strictObject({
  project: Name,
  spider: Name,
  run: Id,
  siteUrl: Type.String({ description: 'Where the sample site is served until the host closes.' }),
});

/** Schema of `BrowserStatus`. `source` says how the browser was found. */
export const BrowserStatusSchema = strictObject({
  name: nullable(Type.String(), { description: 'null: no browser was found.' }),
  executable: nullable(Type.String()),
  source: nullable(stringEnum(['environment', 'downloaded', 'installed'])),
  version: nullable(Type.String(), { description: 'null: the browser does not start.' }),
  sandbox: nullable(Type.Boolean(), { description: 'null: unknown, because the browser does not start.' }),
  problem: nullable(Type.String(), {
    description: 'Why no browser was found, or why it does not start; null: no problem.',
  }),
  hint: nullable(Type.String(), { description: 'What to do about the problem.' }),
});

/** What `app.doctor` looks at, in the order of its findings. */
export const doctorChecks = [
  'program',
  'data-folder',
  'database',
  'disk',
  'browser',
  'network',
  'certificates',
  'proxies',
  'keychain',
  'schedules',
] as const;

/** Schema of `Finding`, the result of one check. */
export const FindingSchema = strictObject({
  check: stringEnum(doctorChecks),
  state: stringEnum(['good', 'attention', 'broken'], {
    description:
      '`attention`: crawls work, but something will be missed or may fail. `broken`: crawls, or what this check is about, do not work.',
  }),
  found: Type.String({ description: 'What was found, in sentences, without secrets.' }),
  hint: nullable(Type.String(), { description: 'What to do; null: nothing, or the action says it.' }),
  action: nullable(ActionSchema),
});

/** Calls about the application: its state, preferences, browser and sample. */
export const appCalls = {
  'app.info': query('Versions, the data folder and its size.', {
    executor: 'work',
    path: '/api/app',
    args: emptyObject,
    result: AppInfoSchema,
  }),
  'app.status': query('Whether this is the first start, and which runs are unfinished.', {
    executor: 'work',
    path: '/api/app/status',
    args: emptyObject,
    result: strictObject({
      firstStart: Type.Boolean({
        description: 'Whether nothing was ever stored, so that the sample is worth offering.',
      }),
      projects: Count,
      spiders: Count,
      runs: Count,
      interrupted: Type.Array(RunSummarySchema, {
        description: 'Interrupted runs that can be resumed, newest first; at most 20.',
      }),
      underway: Type.Array(RunSummarySchema, { description: 'Runs that a process carries out now.' }),
      sampleSite: nullable(Type.String(), {
        description: 'Where the sample site is served; null: it is not served.',
      }),
      folderWarning: nullable(Type.String(), {
        description: 'Why the location of the data folder is risky, and what to do; null: no risk is known.',
      }),
    }),
  }),
  'app.preferences': query('The preferences, with the defaults filled in.', {
    executor: 'quick',
    path: '/api/preferences',
    args: emptyObject,
    result: PreferencesSchema,
  }),
  'app.setPreferences': command('Changes the given preferences and leaves the rest.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/preferences',
    args: strictObject({ patch: PreferencesPatchSchema }),
    result: PreferencesSchema,
  }),
  'app.newerVersion': query(
    'Whether there is a newer version. The version feed is read at most once a day, and never if the person has turned that off.',
    {
      executor: 'work',
      path: '/api/app/newer-version',
      args: emptyObject,
      result: strictObject({
        hasFeed: Type.Boolean({ description: 'Whether a version feed is configured.' }),
        newer: nullable(NewerVersionSchema, { description: 'null: no newer version is known.' }),
      }),
    },
  ),
  'app.reportFault': command('Writes an unexpected error of the client to the log.', {
    executor: 'work',
    path: '/api/app/faults',
    args: strictObject({
      text: Type.String({ maxLength: 20_000, description: 'The error with its stack.' }),
    }),
    result: emptyObject,
  }),
  'app.browser': query('The browser that renders pages. The call starts it once to check it.', {
    executor: 'work',
    path: '/api/app/browser',
    args: emptyObject,
    result: BrowserStatusSchema,
  }),
  'app.installBrowser': command(
    'Downloads a browser that renders pages, unless there is one. Failures offer `install-browser` where that is possible.',
    {
      executor: 'work',
      path: '/api/app/browser',
      topics: ['progress'],
      args: strictObject({
        operation: Type.Optional(OperationId),
        force: Type.Optional(Type.Boolean({ description: 'Download even if there is a browser.' })),
      }),
      result: strictObject({
        ...BrowserStatusSchema.properties,
        name: Type.String(),
        version: Type.String(),
        downloaded: Type.Boolean({ description: 'Whether a browser was downloaded now.' }),
      }),
      errors: ['download-failed', 'no-browser'],
    },
  ),
  'app.doctor': query(
    'Checks what the application needs on this computer. What does not work is a finding, also a database that does not open. Nothing is sent over the network unless a URL is given.',
    {
      executor: 'work',
      verb: 'POST',
      path: '/api/app/doctor',
      args: strictObject({
        url: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 2000,
            description: 'A site to which a connection is opened as well, without a request.',
          }),
        ),
      }),
      result: strictObject({
        healthy: Type.Boolean({ description: 'Whether nothing is broken.' }),
        findings: Type.Array(FindingSchema),
      }),
      errors: ['bad-url'],
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

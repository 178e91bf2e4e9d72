import { SettingsSchema } from '../../../shared/spider/settings-schema.ts';
import type { Draft } from '../draft.ts';
import type { Notes } from '../report.ts';
import { plainOf, textOf } from './plain.ts';
import type { Expression } from './syntax.ts';

const code = 'Code of a project is not run; processors, expect and exports do what they can.';
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^FEEDS?(?:_|$)/, 'Items are in the workspace; "export" and saved exports write files.'],
  [/^(?:ITEM_PIPELINES|.*_MIDDLEWARES|EXTENSIONS|DOWNLOAD_HANDLERS|ADDONS)$/, code],
  [/^(?:PLAYWRIGHT|SPLASH|SELENIUM)_/, 'Pages that are made by script need "browser" in EXTRACTOR_ORDER.'],
  [/^(?:FILES|IMAGES)_STORE$/, 'Files are in the workspace; a field with "download" fetches them.'],
  [/^(?:LOG|STATS|TELNET|MEMUSAGE|MEMDEBUG)/, 'Every run has a log and counters.'],
  [
    /^(?:JOBDIR|SCHEDULER|DUPEFILTER)/,
    'Every run can be paused and goes on after a kill; pages are asked for once.',
  ],
  [/^HTTPCACHE_/, 'The cache is in the data folder and replays what a site answered.'],
  [/^RETRY_ENABLED$/, 'RETRY_TIMES 0 tries nothing again.'],
  [
    /^(?:REDIRECT|HTTPERROR)_/,
    'Redirects are followed up to REDIRECT_MAX_TIMES; a status of failure gives no item.',
  ],
];

/** Converts `custom_settings`. */
export function convertSettings(value: Expression, draft: Draft, notes: Notes): void {
  if (value.kind !== 'dict') {
    if (value.kind !== 'value' || value.value !== null)
      notes.lost(`line ${value.line} (custom_settings)`, 'The settings are computed.');
    return;
  }
  for (const [key, entry] of value.entries)
    convertSetting(textOf(key), entry, { draft, notes, line: key.line });
}

function convertSetting(
  name: string | null,
  entry: Expression,
  { draft, notes, line }: { draft: Draft; notes: Notes; line: number },
): void {
  const place = `line ${line} (custom_settings) ${name ?? '?'}`;
  const plain = plainOf(entry);
  if (name === null) return notes.lost(place, 'Its name is computed.');
  const isKnown = Object.hasOwn(SettingsSchema.properties, name);
  if (!isKnown) return notes.lost(place, reasonOf(name));
  if (plain === undefined) return notes.lost(place, 'The value is computed.');
  draft.settings[name] = plain;
  notes.from(['settings', name], place);
  notes.kept(place, `settings.${name}`);
}

const reasonOf = (name: string): string =>
  reasons.find(([pattern]) => pattern.test(name))?.[1] ?? 'Nothing here reads this setting.';

/** Whether settings name a pipeline that downloads what items list. */
export function downloadsOf(value: Expression | undefined): string[] {
  if (value?.kind !== 'dict') return [];
  const pipelines = value.entries.find(([key]) => textOf(key) === 'ITEM_PIPELINES')?.[1];
  const names = pipelines?.kind === 'dict' ? pipelines.entries.map(([key]) => textOf(key) ?? '') : [];
  return [
    ...(names.some((name) => name.endsWith('ImagesPipeline')) ? ['image_urls'] : []),
    ...(names.some((name) => name.endsWith('FilesPipeline')) ? ['file_urls'] : []),
  ];
}

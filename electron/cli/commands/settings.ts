import type { CommandSpec } from '../command.ts';
import { applyDefaults, changeDefaults, defaultOptions } from '../defaults.ts';
import { readSettingValue } from '../setting-options.ts';

/** Which value counts. */
const order =
  'A default of a project goes before one of the workspace, a setting of a spider before both, and one of a run before all. "spiders settings" tells where each value comes from. A run keeps those that it began with.';

/** The commands below `settings`. */
export const settingsCommands: CommandSpec[] = [
  {
    usage: 'defaults',
    summary: 'show or change the defaults of the workspace',
    description: `Shows or changes the settings that all spiders of all projects begin with, and the format of exports. ${order}`,
    options: defaultOptions,
    examples: [
      ['settings defaults', 'shows them'],
      [
        'settings defaults --set DOWNLOAD_DELAY=2 --export-format csv',
        'for all projects that set nothing else',
      ],
      ['settings defaults --unset DOWNLOAD_DELAY', 'back to what the application does'],
    ],
    run: (context) => changeDefaults(context, null),
  },
  {
    usage: 'show',
    summary: 'show what all spiders begin with',
    description: `Shows the settings that all spiders of all projects begin with, and the format of exports. ${order}`,
    examples: [['settings show', 'as "settings defaults" without options']],
    run: (context) => applyDefaults(context, null, { set: {}, unset: [] }),
  },
  {
    usage: 'set <setting> <value>',
    summary: 'set what all spiders begin with',
    description: `Sets one default of the workspace, and shows all of them. VALUE is JSON if it parses, else text. ${order}`,
    examples: [
      ['settings set DOWNLOAD_DELAY 2', 'two seconds between requests to a host'],
      ['settings set USER_AGENT "NewsBot/1.0 (+https://example.org/bot)"', 'a text needs no quotes of JSON'],
    ],
    run: (context, [setting = '', value = '']) =>
      applyDefaults(context, null, { set: { [setting]: readSettingValue(value) }, unset: [] }),
  },
  {
    usage: 'unset <setting>',
    summary: 'go back to what the application does',
    description: 'Removes one default of the workspace, and shows those that are left.',
    examples: [['settings unset DOWNLOAD_DELAY', 'spiders that set none have the delay of the application']],
    run: (context, [setting = '']) => applyDefaults(context, null, { set: {}, unset: [setting] }),
  },
];

import type { ProjectDefaults } from '../../shared/contract/types.ts';
import { csvDialects, exportFormats } from '../../shared/export-formats.ts';
import type { JsonValue } from '../../shared/json-value.ts';
import type { Context, OptionSpec } from './command.ts';
import { UsageError } from './output.ts';
import { readSettingValues, setOption, unsetOption } from './setting-options.ts';
import { renderTable } from './table.ts';

/** The options of commands that change defaults. */
export const defaultOptions: readonly OptionSpec[] = [
  setOption('a setting of all spiders that have none of their own'),
  unsetOption('remove a setting from the defaults'),
  {
    flags: '--export-format <format>',
    description: 'the format of "export", or none',
    choices: [...exportFormats, 'none'],
  },
  {
    flags: '--export-dialect <dialect>',
    description: 'the dialect of exports in csv, or none',
    choices: [...csvDialects, 'none'],
  },
];

/** Shows the defaults of a project, or of the workspace (null), after the changes that options ask for. */
export async function changeDefaults(context: Context, project: string | null): Promise<void> {
  const { options } = context;
  const set = readSettingValues(options);
  const unset = options.list('unset');
  const both = unset.find((name) => Object.hasOwn(set, name));
  if (both !== undefined) throw new UsageError(`${both} is to be set and removed.`);
  return applyDefaults(context, project, {
    set,
    unset,
    format: options.text('exportFormat'),
    dialect: options.text('exportDialect'),
  });
}

/** What is to become of defaults; null: the choice of an export stays. */
interface DefaultsChange {
  set: Readonly<Record<string, JsonValue>>;
  unset: readonly string[];
  format?: string | null;
  dialect?: string | null;
}

/** Changes the defaults of a project, or of the workspace (null), and shows them; without a change it only shows them. */
export async function applyDefaults(
  { output, ask }: Pick<Context, 'output' | 'ask'>,
  project: string | null,
  { set, unset, format: givenFormat = null, dialect: givenDialect = null }: DefaultsChange,
): Promise<void> {
  const before = await (project === null ? ask('app.defaults', {}) : ask('projects.defaults', { project }));
  const unknown = unset.find((name) => !Object.hasOwn(before.settings, name));
  if (unknown !== undefined) output.note(`${unknown} is no default of ${whose(project)}.`);
  const kept = Object.entries(before.settings).filter(([name]) => !unset.includes(name));
  const settings = { ...Object.fromEntries(kept), ...set };
  const format = chosenOr(exportFormats, givenFormat, before.exports.format);
  const dialect = chosenOr(csvDialects, givenDialect, before.exports.dialect);
  const exports = {
    ...(format === undefined ? {} : { format }),
    ...(dialect === undefined ? {} : { dialect }),
  };
  const isChange = Object.keys(set).length + unset.length > 0;
  const isExport = givenFormat !== null || givenDialect !== null;
  const defaults =
    !isChange && !isExport
      ? before
      : project === null
        ? await ask('app.setDefaults', { settings, exports })
        : await ask('projects.setDefaults', { project, settings, exports });
  output.result(defaults, () => describeDefaults(project, defaults));
}

const whose = (project: string | null): string => (project === null ? 'the workspace' : `project ${project}`);

/** A choice as it is then: what is given, nothing for "none", or what there was. */
function chosenOr<T extends string>(
  choices: readonly T[],
  given: string | null,
  before: T | undefined,
): T | undefined {
  return given === null ? before : choices.find((choice) => choice === given);
}

function describeDefaults(project: string | null, { settings, exports }: ProjectDefaults): string {
  const rows = [
    ...Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]),
    ...Object.entries(exports).map(([name, value]) => [`export ${name}`, value]),
  ];
  return rows.length === 0
    ? `${project === null ? 'The workspace' : `Project ${project}`} has no defaults. "--set KEY=VALUE" adds one.`
    : renderTable(['default', 'value'], rows);
}

import type { ItemView } from '../../../shared/contract/types.ts';
import {
  printFilters,
  printNames,
  printSort,
  quoted,
  type Quote,
} from '../../../shared/filters/print-filters.ts';
import type { PathChoice } from '../../../shared/export-formats.ts';
import type { ExportWhat } from './export-actions.ts';
import type { FilesChoice } from './target-draft.ts';
import { act } from '../../state/act.ts';
import { copyText } from '../../state/clipboard.ts';
import { commandWord } from '../../state/command-word.ts';

/** What an export of the command line is to write, and where it is typed. */
export interface ExportLine {
  view: ItemView;
  /** null: all. */
  columns: readonly string[] | null;
  /** How items are written; CSV with all else as usual if left out. */
  how?: Pick<ExportWhat, 'format' | 'dialect' | 'flatten' | 'guardFormulas'> & { rows?: string | null };
  /** Where the downloaded files go. Left out: nowhere. */
  files?: FilesChoice;
  dataFolder: string;
  /** As Node names it. On Windows the line is for PowerShell and for the command prompt. */
  platform: string;
}

/** In single quotes, without a sign that means something to PowerShell or the command prompt within double quotes. */
const windowsQuoted: Quote = (text) =>
  `'${quoted(text)
    .slice(1, -1)
    .replaceAll('\\"', '\\u0022')
    .replaceAll("'", "\\'")
    .replace(/[%$`^“”„]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;

/** The command that exports a view, as it is typed on a platform. */
export function exportLine({
  view,
  columns,
  how = { format: 'csv' },
  files = 'none',
  dataFolder,
  platform,
}: ExportLine): string {
  const isWindows = platform === 'win32';
  const quote = isWindows ? windowsQuoted : quoted;
  const word = (text: string): string => commandWord(platform, text);
  const { project, spider, run } = view.source;
  const where = printFilters({ filters: view.filters ?? [], search: view.search ?? '' }, quote);
  const sort = printSort(view.sort ?? [], quote);
  const { format, dialect = 'standard', rows, flatten = [], guardFormulas = false } = how;
  const options = [
    ['--project', project === 'default' ? '' : project],
    ['--run', run === 'latest' ? '' : run],
    ['--where', where],
    ['--sort', sort],
    ['--columns', columns === null ? '' : printNames(columns, quote)],
    ['--format', format],
    ['--dialect', dialect === 'standard' ? '' : dialect],
    ['--rows', rows ?? ''],
    ...flatten.map((choice) => ['--flatten', printChoice(choice)] as const),
    ['--output', `${spider}.${format === 'sqlite' ? 'db' : format}`],
    ['--files', files === 'none' ? '' : `${spider}-files${files === 'zip' ? '.zip' : ''}`],
    ['--data-dir', dataFolder],
  ] as const;
  const given = options.filter(([, value]) => value !== '');
  const guard = guardFormulas ? ['--guard-formulas'] : [];
  return [
    'spider-studio',
    'export',
    spider,
    ...given.flatMap(([name, value]) => [name, word(value)]),
    ...guard,
  ].join(' ');
}

const printChoice = ({ path, as, separator }: PathChoice): string =>
  `${path}=${as}${separator === undefined ? '' : `:${separator}`}`;

/** Copies the command that exports a view with some columns as CSV. */
export async function copyExportLine(view: ItemView, columns: readonly string[]): Promise<void> {
  const info = await act('app.info', {}, { failure: 'The command was not copied.' });
  if (info === null) return;
  const { platform, dataFolder } = info;
  await copyText(exportLine({ view, columns, dataFolder, platform }), 'Command copied');
}

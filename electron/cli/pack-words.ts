import type { PackPreview, PackTest } from '../../shared/contract/types.ts';
import { count } from './output.ts';
import { renderTable } from './table.ts';

/** What is in a pack, as text. */
export function describePack(pack: PackPreview): string {
  const { stores } = pack;
  const facts: [string, string][] = [
    ['spider', `${pack.name}, version ${pack.version}`],
    ['about', pack.description ?? '–'],
    ['author', pack.author ?? '–'],
    ['licence', pack.licence ?? '–'],
    ['made with', `Spider Studio ${pack.application}`],
    ['sites', pack.domains.length === 0 ? 'any' : pack.domains.join(', ')],
    ['starts at', pack.startUrls.slice(0, 3).join(', ') || '–'],
    [
      'settings',
      pack.settings.map(({ name, meaning }) => `${name}: ${meaning}`).join(' ') || 'nothing special',
    ],
    ['private', pack.private.length === 0 ? 'no private addresses' : pack.private.join(', ')],
    ['holds', contentsOf(pack)],
    ['fixtures', testSentence(pack.test)],
    ['import', storesSentence(stores)],
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  const rows = facts.map(([name, text]) => `${name.padEnd(width)}  ${text}`);
  return [rows.join('\n'), failedTable(pack.test), rowsTable(pack.test)]
    .filter((part) => part !== '')
    .join('\n\n');
}

const contentsOf = ({ versions, pages, items }: PackPreview): string =>
  [
    count(versions, 'version'),
    count(pages.length, 'saved page'),
    ...(items === null ? [] : [count(items, 'example item')]),
  ].join(', ');

/** Whether the spider of a pack takes what it should, in one sentence. */
export function testSentence({ passed, locked, failed, problem }: PackTest): string {
  if (problem !== null) return `They could not be run: ${problem}`;
  if (locked === 0) return 'There are no locked values, so nothing proves this spider.';
  if (passed) return `Passed: ${count(locked, 'locked value')} ${locked === 1 ? 'is' : 'are'} as locked.`;
  return `Failed: ${failed.length} of ${count(locked, 'locked value')} differ.`;
}

function storesSentence({
  spider,
  project,
  version,
  created,
  unchanged,
  pages,
}: PackPreview['stores']): string {
  const more = pages === 0 ? '' : `, with ${count(pages, 'new page')}`;
  if (unchanged) return `${spider} in project ${project} equals version ${version}, its newest${more}.`;
  const what = created ? `the new spider ${spider}` : `version ${version} of ${spider}`;
  return `It would store ${what} in project ${project}${more}.`;
}

const failedTable = ({ failed }: PackTest): string =>
  failed.length === 0
    ? ''
    : renderTable(
        ['FIELD', 'STATE', 'EXPECTED', 'GOT', 'PAGE'],
        failed.map(({ field, state, expected, got, page }) => [
          field,
          state,
          JSON.stringify(expected),
          JSON.stringify(got),
          page,
        ]),
      );

/** Rows and columns of a preview: what a terminal shows. */
const [shownRows, shownColumns] = [5, 5];

const rowsTable = ({ columns, rows }: PackTest): string =>
  rows.length === 0
    ? ''
    : renderTable(
        columns.slice(0, shownColumns),
        rows
          .slice(0, shownRows)
          .map(({ values }) => values.slice(0, shownColumns).map((value) => value ?? '–')),
      );

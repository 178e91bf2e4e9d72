import type { TestCell } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { addSample, lock, showOnPage, unlock } from './actions.ts';
import { isFailing } from './cell-words.ts';
import { cellAt, nextCell } from './grid-groups.ts';
import { look, type Place } from './tests-store.ts';
import type { TestReport } from './use-tests.ts';

const isOpen = ({ locked }: TestCell): boolean => !locked;

/** What can be done with the tests of a spider, and with the cell that is chosen. */
export function useTestsCommands(
  key: SpiderKey,
  { report, place }: { report: TestReport | null; place: Place | null },
): void {
  const cell = report === null || place === null ? null : cellAt(report.grid, place);
  const command = (id: string, title: string, run: () => unknown, more: object = {}) => ({
    id: `tests.${id}`,
    title,
    category: 'Tests',
    keywords: ['expected', 'right', 'fixture'],
    ...more,
    run: () => void run(),
  });
  const isAny = (fits: (cell: TestCell) => boolean) => () => report?.grid.cells.some(fits) === true;
  const goTo = (fits: (cell: TestCell) => boolean, by: 1 | -1) => (): void => {
    const next = report === null ? null : nextCell(report.grid, place, { fits, by });
    if (next !== null) look(key, { view: 'tests', place: next, isOpen: true });
  };
  const ofCell = { when: () => cell !== null };
  useCommands([
    command('lock', 'Lock the cell: this is right', () => place !== null && lock(key, place), {
      keys: ['L'],
      when: () => cell !== null && cell.state !== 'missing',
    }),
    command('unlock', 'Unlock the cell', () => place !== null && unlock(key, place), {
      keys: ['Shift+L'],
      when: () => cell?.locked === true,
    }),
    command(
      'lock-page',
      'Lock all of the page',
      () => place !== null && lock(key, { page: place.page }),
      ofCell,
    ),
    command(
      'lock-field',
      'Lock the field on all pages',
      () => place !== null && lock(key, { part: place.part }),
      ofCell,
    ),
    command('lock-all', 'Lock everything: all of it is right', () => lock(key, {}), {
      when: () => report !== null,
    }),
    command(
      'show-on-page',
      'Show the cell on its page',
      () => {
        const page = report?.grid.pages.find((each) => each.page === place?.page);
        if (place !== null) showOnPage(key, place, page?.callback ?? null);
      },
      { ...ofCell, keys: ['Alt+Enter'] },
    ),
    command('next-failing', 'Go to the next test that fails', goTo(isFailing, 1), {
      keys: ['F8'],
      when: isAny(isFailing),
    }),
    command('previous-failing', 'Go to the previous test that fails', goTo(isFailing, -1), {
      keys: ['Shift+F8'],
      when: isAny(isFailing),
    }),
    command('next-open', 'Go to the next value that is not locked', goTo(isOpen, 1), {
      keys: ['N'],
      when: isAny(isOpen),
    }),
    command('sample', 'Add pages of the last run', () => addSample(key)),
  ]);
}

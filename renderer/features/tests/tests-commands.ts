import { useCommands } from '../../commands/registry.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { addSample, lock, showOnPage, unlock } from './actions.ts';
import { cellAt } from './tests-grid.tsx';
import type { Place } from './tests-store.ts';
import type { TestReport } from './use-tests.ts';

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
    command('sample', 'Add pages of the last run', () => addSample(key)),
  ]);
}

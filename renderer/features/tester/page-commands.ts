import type { SavedPage } from '../../../shared/contract/types.ts';
import { useCommands, type Command } from '../../commands/registry.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { deletePage, fetchAgain } from './pages.ts';
import { changeTester, getTester, showPage, stepMatch } from './tester-store.ts';

/** The open dialog of the page pane; `browser` adds the shown page again, rendered in a browser. */
export type PageDialog = 'url' | 'browser' | 'run' | 'edit' | null;

/** Opens the outline of the page, which has the focus then. */
const openOutline = (key: SpiderKey): void => changeTester(key, { outlineOpen: true, view: 'page' });

/** What can be done with the saved pages of a spider and with the one that is shown. */
export function usePageCommands({
  spiderKey: key,
  pages,
  page,
  openDialog,
  chooseFile,
  toggleLive,
}: {
  spiderKey: SpiderKey;
  pages: readonly SavedPage[];
  page: SavedPage | null;
  openDialog: (dialog: PageDialog) => void;
  chooseFile: () => void;
  /** Opens the live page, or closes it. */
  toggleLive: () => void;
}): void {
  const command = (
    id: string,
    title: string,
    keys: string[],
    run: () => void,
    more: Partial<Command> = {},
  ): Command => ({ id: `page.${id}`, title, category: 'Page', keys, run, ...more });
  const ofPage = { when: () => page !== null };
  const other = (step: 1 | -1) => () => {
    const index = pages.findIndex(({ id }) => id === page?.id);
    const next = pages[(index + step + pages.length) % pages.length];
    if (next !== undefined) showPage(key, next.id);
  };
  const several = { when: () => pages.length > 1 };
  useCommands([
    command('add-url', 'Add a page by its address', ['Mod+Shift+U'], () => openDialog('url'), {
      keywords: ['fetch', 'download', 'url'],
    }),
    command('add-file', 'Add a page from a file', ['Alt+Shift+U'], chooseFile, {
      keywords: ['open', 'html'],
    }),
    command('add-run', 'Add a page from a run', ['Alt+Shift+R'], () => openDialog('run'), {
      keywords: ['stored', 'crawl'],
    }),
    command('live', 'Open or close the live page', ['Alt+Shift+L'], toggleLive, {
      keywords: ['browser', 'login', 'banner', 'record', 'chromium'],
    }),
    command('pick', 'Pick from the page by its outline', ['Mod+Shift+X'], () => openOutline(key), {
      ...ofPage,
      keywords: ['element', 'keyboard', 'screen reader'],
    }),
    command(
      'source',
      'Show the markup of the page, or the page',
      ['Alt+M'],
      () => changeTester(key, { view: getTester(key).view === 'page' ? 'source' : 'page' }),
      { ...ofPage, keywords: ['html', 'source'] },
    ),
    command('next-match', 'Go to the next match on the page', ['Alt+N'], () => stepMatch(key, 1), ofPage),
    command(
      'previous-match',
      'Go to the previous match on the page',
      ['Alt+Shift+N'],
      () => stepMatch(key, -1),
      ofPage,
    ),
    command('next', 'Show the next saved page', ['Alt+Shift+PageDown'], other(1), several),
    command('previous', 'Show the previous saved page', ['Alt+Shift+PageUp'], other(-1), several),
    command('edit', 'Change the title or the address of the page', [], () => openDialog('edit'), {
      ...ofPage,
      keywords: ['rename'],
    }),
    command(
      'fetch-again',
      'Fetch the page from its address again',
      [],
      () => (page === null ? undefined : void fetchAgain(key, page)),
      { when: () => page !== null && page.url !== null, keywords: ['refresh', 'reload'] },
    ),
    command('add-rendered', 'Add the page again, rendered in a browser', [], () => openDialog('browser'), {
      when: () => page !== null && page.url !== null,
      keywords: ['render', 'javascript', 'chromium'],
    }),
    command(
      'delete',
      'Delete the page that is shown',
      [],
      () => (page === null ? undefined : void deletePage(key, page)),
      ofPage,
    ),
  ]);
}

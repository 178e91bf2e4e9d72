import type { CallError } from '../../../shared/contract/errors.ts';
import { runCommand } from '../../commands/registry.ts';
import { isDirty } from '../../spider-document/document-status.ts';
import { getDocument, type SpiderKey } from '../../spider-document/document.ts';
import { saveDocument } from '../../spider-document/saving.ts';
import { act } from '../../state/act.ts';
import { allowPrivateSite, mayReachPrivate } from '../../state/private-sites.ts';
import { invalidate } from '../../state/query.ts';
import { reveal } from '../../ui/split-panes.tsx';
import { changeTester } from './tester-store.ts';

/** The most rows of a try: a few pages of most sites. */
const rowsOfTry = 50;

/**
 * Tries the spider on its site: a test run of a few pages, whose rows are shown in the table. A run is one of a version, so the text
 * is saved first.
 */
export async function trySpider(key: SpiderKey): Promise<void> {
  const edited = getDocument(key);
  if (edited === null) return;
  if (isDirty(edited) && !(await saveDocument(key))) return;
  const { project, spider } = key;
  let asks = false;
  const handle = ({ code }: CallError) => {
    asks = code === 'bad-run-args';
    return asks;
  };
  const started = await act(
    'runs.start',
    { project, spider, limit: rowsOfTry, allowPrivate: mayReachPrivate(project, spider) },
    { failure: 'The spider was not tried.', handle },
  );
  if (asks) runCommand('run.test');
  if (started === null) return;
  invalidate((name) => name === 'runs.list' || name === 'spiders.list');
  changeTester(key, { tried: started.run, proposing: false, tab: 'fields' });
  const table = document.querySelector('[data-pane="tester"]');
  if (table !== null) reveal(table);
}

/** Tries it again with private addresses allowed, for this spider from now on. */
export function tryPrivate(key: SpiderKey): void {
  allowPrivateSite(key.project, key.spider);
  void trySpider(key);
}

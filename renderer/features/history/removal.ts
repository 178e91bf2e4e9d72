import { act } from '../../state/act.ts';
import { toast } from '../../state/toasts.ts';
import { confirm } from '../../state/questions.ts';
import { counted } from '../../ui/format.ts';
import type { HistoryPage, CrawlHistory } from './history-source.ts';
import { clearWords } from './history-words.ts';

interface SpiderName {
  readonly project: string;
  readonly spider: string;
}

/** Clears the crawl history of a spider after a confirmation. Returns whether it did. */
export async function clearHistory({ project, spider }: SpiderName, history: CrawlHistory): Promise<boolean> {
  const agreed = await confirm({
    title: `Clear the crawl history of “${spider}”?`,
    message: clearWords(history),
    confirm: 'Clear history',
    danger: true,
  });
  return agreed && remove({ project, spider }, null);
}

/** Removes one page from the crawl history, after a confirmation that can be turned off. Returns whether it did. */
export async function removePage(spider: SpiderName, { url }: HistoryPage): Promise<boolean> {
  const agreed = await confirm({
    title: 'Remove this page from the crawl history?',
    message: `The next full run fetches and extracts ${url} again. Runs and items stay.`,
    confirm: 'Remove page',
    danger: true,
    remember: 'history-page',
  });
  return agreed && remove(spider, url);
}

async function remove({ project, spider }: SpiderName, url: string | null): Promise<boolean> {
  const failure = 'The crawl history was not changed.';
  const gone = await act('history.clear', { project, spider, url }, { failure });
  if (gone === null) return false;
  const answers = gone.answers === 0 ? '' : ` and ${counted(gone.answers, 'cached response')}`;
  toast.success(`${counted(gone.pages, 'page')}${answers} removed`);
  return true;
}

import { act } from '../../state/act.ts';
import { toast } from '../../state/toasts.ts';
import { confirm } from '../../state/questions.ts';
import { counted } from '../../ui/format.ts';
import type { RememberedPage, SpiderMemory } from './memory-source.ts';
import { resetWords } from './memory-words.ts';

interface SpiderName {
  readonly project: string;
  readonly spider: string;
}

/** Forgets all pages of a spider after a question. Whether it did. */
export async function forgetAll({ project, spider }: SpiderName, memory: SpiderMemory): Promise<boolean> {
  const agreed = await confirm({
    title: `Forget what “${spider}” remembers?`,
    message: resetWords(memory),
    confirm: 'Forget all',
    danger: true,
  });
  return agreed && forget({ project, spider }, null);
}

/** Forgets one page, after a question that can be left out. Whether it did. */
export async function forgetPage(spider: SpiderName, { url }: RememberedPage): Promise<boolean> {
  const agreed = await confirm({
    title: 'Forget this page?',
    message: `The next full run fetches and extracts ${url} again. Runs and items stay.`,
    confirm: 'Forget the page',
    danger: true,
    remember: 'memory-page',
  });
  return agreed && forget(spider, url);
}

async function forget({ project, spider }: SpiderName, url: string | null): Promise<boolean> {
  const failure = 'Nothing was forgotten.';
  const gone = await act('memory.reset', { project, spider, url }, { failure });
  if (gone === null) return false;
  const answers = gone.answers === 0 ? '' : ` and ${counted(gone.answers, 'cached answer')}`;
  toast.success(`${counted(gone.pages, 'page')}${answers} forgotten`);
  return true;
}

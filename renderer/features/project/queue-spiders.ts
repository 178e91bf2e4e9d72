import { callOptions } from '../../run-options/call-options.ts';
import { rememberedChoice } from '../../run-options/start-memory.ts';
import { act } from '../../state/act.ts';
import { toast } from '../../state/toasts.ts';
import { navigate } from '../../navigation/router.ts';
import { readProjectAgain } from './need-actions.ts';
import { namesWords } from './project-words.ts';

/**
 * Queues a full run of each spider, with the arguments and settings that it was last started with. One that is queued already
 * is not queued again.
 */
export async function queueSpiders(project: string, spiders: readonly string[]): Promise<void> {
  if (spiders.length === 0) return;
  const entries = spiders.map((spider) => ({
    project,
    spider,
    ...callOptions({ ...rememberedChoice(project, spider), kind: 'full' }),
    duplicates: 'skip' as const,
  }));
  const answer = await act(
    'queue.addMany',
    { entries },
    { failure: `${namesWords(spiders)} ${spiders.length === 1 ? 'was' : 'were'} not queued.` },
  );
  if (answer === null) return;
  readProjectAgain();
  toast.success(`${namesWords(spiders)} queued`, {
    actions: [{ label: 'Show the queue', run: () => navigate(['queue']) }],
  });
}

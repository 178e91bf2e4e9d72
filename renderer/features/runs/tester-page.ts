import type { RequestRow, RunSummary } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { navigate } from '../../navigation/router.ts';
import { testerHref } from './run-actions.ts';

/** The most informative page about a failure: one whose callback returned no item, else any. */
export function mostTelling(rows: readonly RequestRow[]): RequestRow | null {
  const kept = rows.filter(({ hasPage }) => hasPage);
  const handed = kept.filter(({ callback }) => callback !== null);
  return handed.find(({ items }) => items === 0) ?? handed[0] ?? kept[0] ?? null;
}

/** Opens the spider at its tester with a page of the run; without one where the run has kept none. */
export async function openInTester(run: RunSummary): Promise<void> {
  const answer = await getClient().call('runs.requests', {
    run: run.id,
    states: ['done', 'failed'],
    offset: 0,
    limit: 200,
  });
  if (!answer.ok) {
    toast.error(answer.error, 'The pages of the run could not be loaded.');
    return;
  }
  const page = mostTelling(answer.value.rows);
  if (page === null) {
    toast.information(`Run ${run.id} has no stored pages`, {
      hint: 'Add a page in the tester by its address or from a file.',
    });
  }
  navigate(testerHref(run, page?.id ?? null));
}

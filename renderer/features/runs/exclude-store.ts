import { create } from 'zustand';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';

/** The run that the dialog takes URLs out of; null: the dialog is closed. */
export const useExcludeDialog = create<{ run: RunSummary | null }>(() => ({ run: null }));

/** Asks which URLs to take out of a run. */
export const openExclude = (run: RunSummary) => useExcludeDialog.setState({ run });

/** Closes the dialog. */
export const closeExclude = () => useExcludeDialog.setState({ run: null });

/**
 * Takes the URLs that a pattern matches out of a run.
 * @param onWrong is given why the pattern cannot be used; other failures are shown
 * @returns whether they are out
 */
export async function excludeUrls(
  { id }: RunSummary,
  pattern: string,
  onWrong: (error: CallError) => void,
): Promise<boolean> {
  const answer = await act(
    'runs.exclude',
    { run: id, pattern },
    {
      failure: `No URLs of run ${id} were excluded.`,
      handle(error) {
        if (error.code !== 'bad-pattern') return false;
        onWrong(error);
        return true;
      },
    },
  );
  if (answer === null) return false;
  invalidate((name) => name === 'runs.show');
  toast.success(
    answer.added
      ? `Run ${id} leaves out URLs that match ${pattern}`
      : `Run ${id} leaves these URLs out already`,
  );
  return true;
}

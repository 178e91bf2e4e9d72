import { CircleCheck, FileSearch } from 'lucide-react';
import type { RunComparison, RunSummary } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { count, counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { acceptRun, extractAgain } from './reextract-actions.ts';
import { deleteRun } from './run-actions.ts';
import { allows } from './run-states.ts';

/** Extracts the items of a run again. @param hasPages whether a page of it is stored; null: not known yet */
export function ExtractAgainButton({ run, hasPages }: { run: RunSummary; hasPages: boolean | null }) {
  if (!allows(run, 'delete')) return null;
  const label = hasPages === false ? 'Extract again: no page of this run is stored' : 'Extract again';
  return (
    <IconButton
      label={label}
      icon={FileSearch}
      command="run.reextract"
      disabled={hasPages !== true}
      onClick={() => void extractAgain(run)}
    />
  );
}

/** Says from which run a run was extracted again and what differs, and lets a person accept or discard it. */
export function GenerationNotice({ run }: { run: RunSummary }) {
  const isDone = run.state === 'completed';
  const sides = { before: run.source ?? '', after: run.id };
  const { value, error } = useCall('runs.compare', isDone && run.source !== null ? sides : null);
  if (run.source === null) return null;
  const isAccepted = run.acceptedAt !== null;
  const compare = href(['compare', run.source, run.id]);
  return (
    <section className="runs-findings" aria-label="Extracted again">
      <Notice
        tone={isAccepted ? 'success' : 'info'}
        icon={isAccepted ? CircleCheck : FileSearch}
        title={`Extracted again from run ${run.source}, with version ${run.version}`}
        actions={
          isDone && (
            <>
              {!isAccepted && (
                <Button size="small" variant="primary" onClick={() => void acceptRun(run)}>
                  Accept
                </Button>
              )}
              {error === null && (
                <a className="ui-button ui-button-normal ui-button-small" href={compare}>
                  Show what differs
                </a>
              )}
              {!isAccepted && (
                <Button size="small" onClick={() => void deleteRun(run)}>
                  Discard…
                </Button>
              )}
            </>
          )
        }
      >
        {isDone
          ? [
              error !== null ? 'It cannot be compared: the other run is gone.' : differenceWords(value),
              isAccepted
                ? `Its items are used in place of those of run ${run.source}.`
                : `The items of run ${run.source} are used until this run is accepted.`,
            ].join(' ')
          : 'Nothing is fetched. When it has finished, you see what differs, and can accept or discard it.'}
      </Notice>
    </section>
  );
}

function differenceWords(found: RunComparison | null): string {
  if (found === null) return 'Comparing…';
  const { added, removed, changed, unchanged } = found;
  if (added + removed + changed === 0) return `All ${counted(unchanged, 'item')} are the same.`;
  return `${counted(added, 'item')} added, ${count(removed)} removed, ${count(changed)} changed, ${count(unchanged)} the same.`;
}

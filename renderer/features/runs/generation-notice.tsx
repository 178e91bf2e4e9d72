import { CircleCheck, FileSearch, Replace } from 'lucide-react';
import type { RunComparison, RunSummary } from '../../../shared/contract/types.ts';
import { standingOf } from '../../../shared/run-words.ts';
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

/** Leads to what differs between a run and its source; accepts or discards a run that extracted again. `compares`: whether its source is there. */
export function GenerationActions({ run, compares }: { run: RunSummary; compares: boolean }) {
  const isOpen = run.acceptedAt === null;
  return (
    <>
      {isOpen && (
        <Button size="small" variant="primary" onClick={() => void acceptRun(run)}>
          Accept
        </Button>
      )}
      {compares && run.source !== null && (
        <a
          className="ui-button ui-button-normal ui-button-small"
          href={href(['compare', run.source, run.id])}
        >
          Show what differs
        </a>
      )}
      {isOpen && (
        <Button size="small" onClick={() => void deleteRun(run)}>
          Discard…
        </Button>
      )}
    </>
  );
}

/**
 * Of a run that extracted again: from which run, what differs, and whether its items are used, to be accepted or discarded. Of a crawl:
 * whose items are used in its place.
 */
export function GenerationNotice({ run }: { run: RunSummary }) {
  const isDone = run.state === 'completed';
  const sides = { before: run.source ?? '', after: run.id };
  const { value, error } = useCall('runs.compare', isDone && run.source !== null ? sides : null);
  const standing = standingOf(run);
  if (run.source === null && standing === null) return null;
  if (run.source === null) return <ReplacedNotice run={run} />;
  const isGone = error !== null ? ['It cannot be compared: the other run is gone.'] : [];
  return (
    <section className="runs-findings" aria-label="Extracted again">
      <Notice
        tone={standing === 'accepted' ? 'success' : 'info'}
        icon={standing === 'accepted' ? CircleCheck : FileSearch}
        title={`Extracted again from run ${run.source}, with version ${run.version}`}
        actions={isDone && <GenerationActions run={run} compares={error === null} />}
      >
        {isDone
          ? [
              ...(error === null ? [differenceWords(value)] : isGone),
              whoseItems(run, value?.before ?? null),
            ].join(' ')
          : 'Nothing is fetched. When it has finished, you see what differs, and can accept or discard it.'}
      </Notice>
    </section>
  );
}

/** Whose items are used of a run that extracted again and those of its crawl, which may be unknown. */
export function whoseItems(run: RunSummary, source: RunSummary | null): string {
  const standing = standingOf(run);
  if (standing === 'accepted') return `Its items are used in place of those of run ${run.source ?? ''}.`;
  if (standing === 'replaced') return `The items of run ${run.replacedBy ?? ''} are used.`;
  return `The items of run ${source?.replacedBy ?? run.source ?? ''} are used until this run is accepted.`;
}

function ReplacedNotice({ run: { id, replacedBy } }: { run: RunSummary }) {
  if (replacedBy === null) return null;
  return (
    <section className="runs-findings" aria-label="Replaced">
      <Notice
        tone="info"
        icon={Replace}
        title={`The items of run ${replacedBy} are used`}
        actions={
          <>
            <a className="ui-button ui-button-normal ui-button-small" href={href(['run', replacedBy])}>
              Show run {replacedBy}
            </a>
            <a
              className="ui-button ui-button-normal ui-button-small"
              href={href(['compare', id, replacedBy])}
            >
              Show what differs
            </a>
          </>
        }
      >
        It extracted again from the pages of this run, and was accepted. The items below are those of the
        crawl.
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

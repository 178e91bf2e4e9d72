import { Eraser, ListOrdered, ListPlus, Play } from 'lucide-react';
import type { QueueStatus } from '../../../shared/contract/types.ts';
import { runCommand } from '../../commands/registry.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { clockTime, count, counted } from '../../ui/format.ts';
import type { QueueFilter } from './queue-filter.ts';
import { entryStates, type EntryState } from './queue-words.ts';

interface FilterProps {
  filter: QueueFilter;
  onChange: (filter: Partial<QueueFilter>) => void;
}

interface StateFilterProps extends FilterProps {
  status: QueueStatus;
}

/** How many crawls there are in each state; the numbers add up to all. One is pressed to see only those. */
export function StateFilter({ status, filter, onChange }: StateFilterProps) {
  const { counts, nextDueAt } = status;
  const chip = (state: EntryState | null, title: string, number: number, means: string) => (
    <button
      key={title}
      type="button"
      className="queue-chip"
      aria-pressed={filter.state === state}
      data-none={number === 0 || undefined}
      title={means}
      onClick={() => onChange({ state: filter.state === state ? null : state })}
    >
      {title} <span className="numeric">{count(number)}</span>
    </button>
  );
  return (
    <div className="queue-chips" role="group" aria-label="Crawls by state">
      {chip(null, 'All', counts.all, 'Every crawl that was ever queued')}
      {entryStates.map(({ state, title, means }) => chip(state, title, counts[state], means))}
      {nextDueAt !== null && counts.running === 0 && (
        <span className="subtle small">Next attempt at {clockTime(nextDueAt)}</span>
      )}
    </div>
  );
}

/** Which project is shown, where there are several; and the way to hide what has ended. */
export function ProjectFilter({ filter, onChange }: FilterProps) {
  const projects = useCall('projects.list', {}).value ?? [];
  return (
    <div className="queue-filters">
      {(projects.length > 1 || filter.project !== null) && (
        <Select
          aria-label="Project"
          value={filter.project ?? ''}
          options={[
            { value: '', label: 'All projects' },
            ...projects.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(project) => onChange({ project: project === '' ? null : project })}
        />
      )}
      <Button icon={Eraser} onClick={() => runCommand('queue.clear')}>
        Clear ended
      </Button>
    </div>
  );
}

/** Shown where no crawl fits the filter. */
export function NoneFits({ filter, onChange }: FilterProps) {
  const all = filter.state === null && filter.project === null;
  return (
    <EmptyState
      icon={all ? ListPlus : ListOrdered}
      title={all ? 'Nothing is pending or running' : 'No crawl fits'}
      actions={
        all ? (
          <Button icon={Play} onClick={() => runCommand('run.queue')}>
            Add a crawl…
          </Button>
        ) : (
          <Button onClick={() => onChange({ state: null, project: null })}>Show all crawls</Button>
        )
      }
    >
      {all ? 'What has ended was cleared.' : 'No crawl in the queue is in this state, or of this project.'}
    </EmptyState>
  );
}

interface HiddenCountProps extends FilterProps {
  status: QueueStatus;
  /** The entries that are listed; null: not known yet. */
  total: number | null;
}

/** Says how many cleared crawls are not listed, so that the numbers add up. */
export function HiddenCount({ status, filter, total, onChange }: HiddenCountProps) {
  if (filter.cleared) {
    return (
      <p className="queue-foot">
        Cleared crawls are shown, too.{' '}
        <LinkButton onClick={() => onChange({ cleared: false })}>Hide them</LinkButton>
      </p>
    );
  }
  const counts = filter.state === null ? status.counts.all : status.counts[filter.state];
  const hidden = total === null || filter.project !== null ? 0 : Math.max(0, counts - total);
  if (hidden === 0) return null;
  return (
    <p className="queue-foot">
      {counted(hidden, 'cleared crawl is', 'cleared crawls are')} not shown.{' '}
      <LinkButton onClick={() => onChange({ cleared: true })}>Show them</LinkButton>
    </p>
  );
}

const LinkButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button type="button" className="queue-link" onClick={onClick}>
    {children}
  </button>
);

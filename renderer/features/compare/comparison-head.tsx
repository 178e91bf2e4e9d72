import { ArrowLeftRight } from 'lucide-react';
import { causeSentence } from '../../../shared/comparison-words.ts';
import type { ItemDifference, RunComparison, RunSummary } from '../../../shared/contract/types.ts';
import { href, navigate } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { count, counted, dateTime } from '../../ui/format.ts';
import { kindWords } from './difference-words.ts';
import type { RunPair } from './difference-source.ts';

/** Runs that can be chosen instead. */
const maxRuns = 100;

/** Which runs are compared; another one of the same spider can be chosen for either side. */
export function RunChoice({
  pair,
  spider,
}: {
  pair: RunPair;
  spider: Pick<RunSummary, 'project' | 'spider'>;
}) {
  const { value } = useCall('runs.list', { project: spider.project, spider: spider.spider, limit: maxRuns });
  const runs = value?.runs ?? [];
  const choice = (side: 'before' | 'after', label: string) => (
    <Select
      small
      aria-label={label}
      value={pair[side]}
      options={optionsOf(runs, pair[side])}
      onChange={(run) => goTo({ ...pair, [side]: run })}
    />
  );
  return (
    <div className="compare-choice">
      <h1 className="ellipsis">
        <a href={href(['spider', spider.project, spider.spider, 'runs'])}>{spider.spider}</a>
      </h1>
      {choice('before', 'Earlier run')}
      <IconButton
        label="Exchange the runs"
        icon={ArrowLeftRight}
        size="small"
        onClick={() => goTo({ before: pair.after, after: pair.before })}
      />
      {choice('after', 'Later run')}
    </div>
  );
}

const goTo = ({ before, after }: RunPair) => navigate(['compare', before, after], { replace: true });

function optionsOf(runs: readonly RunSummary[], chosen: string) {
  const options = runs.map((run) => ({
    value: run.id,
    label: `Run ${run.id} · v${run.version} · ${dateTime(run.startedAt ?? run.createdAt)} · ${counted(run.counters.items, 'item')}`,
  }));
  return options.some(({ value }) => value === chosen)
    ? options
    : [{ value: chosen, label: `Run ${chosen}` }, ...options];
}

interface CountsProps {
  found: RunComparison;
  kind: ItemDifference['kind'] | null;
  onKind: (kind: ItemDifference['kind'] | null) => void;
}

/** How many items are added, removed and changed, each a filter of the table, and who made them differ. */
export function Counts({ found, kind, onKind }: CountsProps) {
  const { duplicates, keyless } = found;
  const again = duplicates.before + duplicates.after;
  return (
    <div className="compare-head">
      <div className="compare-counts" role="group" aria-label="Show only">
        {(['added', 'removed', 'changed'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={kind === each}
            data-tone={kindWords[each].tone}
            disabled={found[each] === 0}
            onClick={() => onKind(kind === each ? null : each)}
          >
            <span className="compare-number numeric">{count(found[each])}</span> {each}
          </button>
        ))}
        <span className="compare-unchanged">
          <span className="compare-number numeric">{count(found.unchanged)}</span> unchanged
        </span>
      </div>
      <p className="compare-cause">{causeSentence(found)}</p>
      {keyless.before + keyless.after > 0 && (
        <p className="muted">
          Without {found.key.join(' or ')}, and so told apart by row or URL: {counted(keyless.before, 'item')}{' '}
          before, {counted(keyless.after, 'item')} after.
        </p>
      )}
      {again > 0 && (
        <p className="muted">
          The same key occurs again in {counted(duplicates.before, 'item')} of run {found.before.id} and{' '}
          {counted(duplicates.after, 'item')} of run {found.after.id}.
        </p>
      )}
    </div>
  );
}

import { useMemo, useState } from 'react';
import { Equal, FileText, GitCompareArrows } from 'lucide-react';
import type { ItemDifference, RunComparison } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import type { RouteParams } from '../../contributions/feature.ts';
import { href, navigate } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { useTopicState } from '../../state/topics.ts';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { counted, percent } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Table } from '../../ui/table/table.tsx';
import { Counts, RunChoice } from './comparison-head.tsx';
import { differenceColumns } from './difference-columns.tsx';
import { DifferenceInspector } from './difference-inspector.tsx';
import { differenceSource, type RunPair } from './difference-source.ts';
import { FieldList } from './field-list.tsx';
import './compare.css';

/** What differs between two runs, and who made it differ. */
export function CompareScreen({ params }: { params: RouteParams }) {
  const { before = '', after = '' } = params;
  const [operation] = useState(() => crypto.randomUUID());
  const { value, error, refresh } = useCall('runs.compare', { before, after, operation });
  const { value: later, error: unknown } = useCall('runs.get', { run: after });
  if (error !== null || unknown !== null) {
    const told = error ?? unknown;
    return told === null ? null : (
      <ErrorState page error={told} title="The runs could not be compared." onRetry={refresh} />
    );
  }
  return (
    <div className="compare">
      {later !== null && <RunChoice pair={{ before, after }} spider={later} />}
      {value === null ? (
        <Comparing operation={operation} />
      ) : (
        <Found found={value} pair={{ before, after }} key={`${before} ${after}`} />
      )}
    </div>
  );
}

function Comparing({ operation }: { operation: string }) {
  const progress = useTopicState('progress', { operation });
  const share = progress?.percent ?? null;
  return (
    <div className="compare-waiting">
      <p className="muted">Comparing the items{share === null ? '' : `, ${percent(share / 100)}`}</p>
      <ProgressBar label="Comparing" value={share} max={100} />
    </div>
  );
}

function Found({ found, pair }: { found: RunComparison; pair: RunPair }) {
  const [kind, setKind] = useState<ItemDifference['kind'] | null>(null);
  const [field, setField] = useState<string | null>(null);
  const [row, setRow] = useState<ItemDifference | null>(null);
  const { before, after } = pair;
  const source = useMemo(
    () => differenceSource({ before, after }, { kind, field }),
    [before, after, kind, field],
  );
  const columns = useMemo(() => differenceColumns(field), [field]);
  const all = found.added + found.removed + found.changed;
  useCommands([
    {
      id: 'compare.item',
      title: 'Open the item of the difference',
      category: 'Comparison',
      keys: ['O'],
      when: () => row !== null,
      run: () => open(row),
    },
    {
      id: 'compare.exchange',
      title: 'Exchange the runs',
      category: 'Comparison',
      run: () => navigate(['compare', after, before], { replace: true }),
    },
  ]);
  if (all === 0) return <NothingDiffers found={found} />;
  return (
    <>
      <Counts
        found={found}
        kind={kind}
        onKind={(next) => {
          setKind(next);
          if (next !== null && next !== 'changed') setField(null);
        }}
      />
      <FieldList
        fields={found.fields}
        chosen={field}
        onChoose={(next) => {
          setField(next);
          if (next !== null) setKind('changed');
        }}
      />
      <SplitPanes name="compare" direction="vertical" foldBelow={300} className="grow">
        <Pane id="table" label="Differences" size={62} min={120}>
          <Table
            label={`Differences between run ${before} and run ${after}`}
            source={source}
            columns={columns}
            layoutName="compare"
            placeName={`compare ${before}/${after}`}
            rowId={(each) => `${each.before} ${each.after}`}
            selectFirst
            onSelect={(each) => each !== null && setRow(each)}
            onOpen={open}
            rowMenu={(each) => [
              ...(each.before === null ? [] : [itemEntry(`Item of run ${before}`, each.before)]),
              ...(each.after === null ? [] : [itemEntry(`Item of run ${after}`, each.after)]),
            ]}
          />
        </Pane>
        <Pane id="inspector" label="Difference" min={90} collapsible>
          {row === null ? null : <DifferenceInspector difference={row} pair={pair} />}
        </Pane>
      </SplitPanes>
    </>
  );
}

const itemEntry = (label: string, item: string) => ({
  label,
  icon: FileText,
  run: () => navigate(['item', item]),
});

/** Opens the later item of a difference, or the earlier one where there is no later. */
function open(row: ItemDifference | null): void {
  const item = row?.after ?? row?.before ?? null;
  if (item !== null) navigate(['item', item]);
}

function NothingDiffers({ found }: { found: RunComparison }) {
  const { before, after, items, key } = found;
  const by = key.length === 0 ? 'their row or their URL' : key.join(', ');
  if (items.before === 0 && items.after === 0)
    return (
      <EmptyState icon={GitCompareArrows} title="Neither run has an item">
        There is nothing to compare. <a href={href(['run', after.id])}>Run {after.id}</a> says why it has
        none.
      </EmptyState>
    );
  return (
    <EmptyState icon={Equal} title="Nothing differs">
      {counted(items.before, 'item')} of run {before.id} and {counted(items.after, 'item')} of run {after.id}{' '}
      were paired by {by}. All their values are equal.
    </EmptyState>
  );
}

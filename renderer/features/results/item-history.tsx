import { useState } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { Cell, ItemDetail } from '../../../shared/contract/types.ts';
import { datasetRun } from '../../../shared/columns-of-dataset.ts';
import { href } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { counted, dateTime } from '../../ui/format.ts';
import { cellText } from './cell.tsx';

/** Runs that are shown at first, and at most. */
const first = 20;
const most = 100;

type Sighting = CallValue<'results.history'>['sightings'][number];

/** The runs that have seen an item, newest first, and what changed in each. */
export function ItemHistory({ detail }: { detail: Pick<ItemDetail, 'id' | 'project' | 'spider'> }) {
  const [limit, setLimit] = useState(first);
  const { value, error, refresh } = useCall('results.history', { item: detail.id, limit });
  if (value === null) {
    return error === null ? null : (
      <ErrorState error={error} title="The history could not be loaded." onRetry={refresh} />
    );
  }
  const { sightings, more } = value;
  if (sightings.length === 0) {
    const dataset = href(['spider', detail.project, detail.spider, 'results'], { run: datasetRun });
    return (
      <p className="results-note muted">
        The runs of this spider have not been brought together yet.{' '}
        <a href={dataset}>Show all runs, newest of each</a>, and this item has its history here.
      </p>
    );
  }
  return (
    <div className="results-tab scroll">
      <ol className="results-history" aria-label="Runs that have seen this item">
        {sightings.map((sighting, index) => (
          <Seen
            key={sighting.run}
            sighting={sighting}
            shown={sighting.item === detail.id}
            isFirst={!more && index === sightings.length - 1}
          />
        ))}
      </ol>
      {more && limit < most && (
        <Button size="small" variant="quiet" onClick={() => setLimit(most)}>
          Show earlier runs
        </Button>
      )}
    </div>
  );
}

function Seen({ sighting, shown, isFirst }: { sighting: Sighting; shown: boolean; isFirst: boolean }) {
  const { run, item, seenAt, copies, changes } = sighting;
  return (
    <li>
      <div className="results-history-head">
        <a href={href(['run', run])}>Run {run}</a>
        <span className="muted small">{dateTime(seenAt)}</span>
        {copies > 1 && <span className="small">{counted(copies, 'item')} with this key</span>}
        <span className="muted small">
          {isFirst ? 'found first' : changes.length === 0 ? 'unchanged' : counted(changes.length, 'change')}
        </span>
        {shown ? <span className="muted small">shown here</span> : <a href={href(['item', item])}>Open</a>}
      </div>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ column, before, after }) => (
            <li key={column} className="small">
              <span className="mono">{column}</span>: <del>{shortText(before)}</del>{' '}
              <ins>{shortText(after)}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Characters of a value that are shown. */
const longest = 120;

function shortText(cell: Cell): string {
  const text = cellText(cell).replace(/\s+/gu, ' ').trim();
  if (text === '') return 'empty';
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

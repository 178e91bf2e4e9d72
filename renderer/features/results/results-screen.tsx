import { useEffect, useEffectEvent } from 'react';
import { datasetRun } from '../../../shared/columns-of-dataset.ts';
import type { ItemSource } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { useTopicState } from '../../state/topics.ts';
import { ProjectPictures } from '../../contributions/project-pictures.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { BringingTogether, EmptyDataset, NoItems, NoRun } from './empty.tsx';
import { ItemTable } from './item-table.tsx';
import { sourceKey, useResultsView } from './results-view.ts';
import './results.css';

/**
 * The items of a spider or a run. What columns there are is asked twice: at once, from a few items, so that the table can
 * begin; and for the fill rates once its first rows are there, for that keeps a core busy for half a second.
 */
export function Results({ source }: { source: ItemSource }) {
  const { project, spider } = source;
  const quick = useCall('results.columns', { source, quick: true });
  const hasItems = quick.value !== null && quick.value.items > 0;
  const { begun } = useResultsView(sourceKey(source));
  const measured = useCall('results.columns', begun && hasItems && quick.value?.sampled ? { source } : null);
  const shown = quick.value?.run ?? null;
  const run = useCall('runs.get', hasItems && shown !== null ? { run: shown } : null);
  const arriving = useTopicState('items', { project, spider });
  const arrived = arriving !== null && arriving.run === quick.value?.run ? arriving.items : null;
  const lookAgain = useEffectEvent(() => {
    if (!hasItems && arrived !== null && arrived > 0) quick.refresh();
  });
  useEffect(() => lookAgain(), [arrived]);
  if (quick.value === null) {
    if (quick.error === null) return source.run === datasetRun ? <BringingTogether /> : null;
    return quick.error.code === 'no-run' ? (
      <NoRun />
    ) : (
      <ErrorState error={quick.error} title="The items could not be loaded." onRetry={quick.refresh} />
    );
  }
  if (quick.value.items === 0 && source.run === datasetRun) return <EmptyDataset />;
  if (quick.value.items === 0)
    return <NoItems run={quick.value.run} earlier={quick.value.earlier} spider={{ project, name: spider }} />;
  // Measurements of another run do not apply to these items.
  const isSame = measured.value !== null && measured.value.run === quick.value.run;
  const table = (
    <ItemTable
      key={`${sourceKey(source)} ${quick.value.run ?? ''}`}
      source={source}
      described={isSame && measured.value !== null ? measured.value : quick.value}
      measuring={measured.fetching}
      arrived={arrived}
      onRefresh={() => {
        quick.refresh();
        measured.refresh();
      }}
    />
  );
  return (
    <ProjectPictures project={project} allowPrivate={run.value?.options.allowPrivate === true}>
      {table}
    </ProjectPictures>
  );
}

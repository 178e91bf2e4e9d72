import { useEffect, useMemo } from 'react';
import { datasetRun } from '../../../shared/columns-of-dataset.ts';
import type { ItemSource } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import { useCall } from '../../state/query.ts';
import { Select } from '../../ui/field.tsx';
import { ago, counted } from '../../ui/format.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { navigate, href, useLocation } from '../../navigation/router.ts';
import { ItemInspector } from './item-inspector.tsx';
import { copyItem, openPageOfItem } from './item-links.ts';
import { Results } from './results-screen.tsx';
import { showSaved } from './saved-store.ts';

/** Items of a spider: those of its latest run, of another one, or of all. */
export function SpiderResultsScreen({ params }: { params: RouteParams }) {
  const { project = '', spider = '' } = params;
  const { query } = useLocation();
  const run = query.get('run') ?? 'latest';
  const showsSaved = query.get('exports') === 'saved';
  useEffect(() => {
    if (!showsSaved) return;
    showSaved({ project, spider });
    // The address can be followed again once the dialog is closed.
    navigate(['spider', project, spider, 'results'], { replace: true });
  }, [showsSaved, project, spider]);
  const source = useMemo((): ItemSource => ({ project, spider, run }), [project, spider, run]);
  const { value } = useCall('runs.list', { project, spider, limit: 100 });
  const show = (next: string) =>
    navigate(href(['spider', project, spider, 'results'], next === 'latest' ? {} : { run: next }));
  useCommands([
    {
      id: 'results.dataset',
      title: 'Show all runs, the newest of each item',
      category: 'Results',
      keywords: ['dataset', 'history', 'gone', 'first seen', 'last seen', 'duplicates'],
      keys: ['Shift+D'],
      when: () => run !== datasetRun,
      run: () => show(datasetRun),
    },
    {
      id: 'results.latest',
      title: 'Show the latest run',
      category: 'Results',
      keys: ['Shift+L'],
      when: () => run !== 'latest',
      run: () => show('latest'),
    },
  ]);
  return (
    <>
      <FrameActions>
        <Select
          small
          aria-label="Items of"
          value={run}
          options={[
            { value: 'latest', label: 'Latest run' },
            { value: datasetRun, label: 'All runs, newest of each' },
            { value: 'all', label: 'All runs' },
            ...(value?.runs ?? []).map(({ id, createdAt, counters }) => ({
              value: id,
              label: `Run ${id}: ${counted(counters.items, 'item')}, ${ago(createdAt)}`,
            })),
          ]}
          onChange={show}
        />
      </FrameActions>
      <Results source={source} />
    </>
  );
}

/** Items of one run. */
export function RunItemsScreen({ params }: { params: RouteParams }) {
  const { run = '' } = params;
  const { value, error } = useCall('runs.get', { run });
  const project = value?.project ?? '';
  const spider = value?.spider ?? '';
  const source = useMemo((): ItemSource => ({ project, spider, run }), [project, spider, run]);
  if (error !== null && value === null)
    return <ErrorState error={error} title="The run could not be loaded." />;
  return value === null ? null : <Results source={source} />;
}

/** One item, by its address. */
export function ItemScreen({ params }: { params: RouteParams }) {
  const { item = '' } = params;
  useCommands([
    {
      id: 'results.copy-item',
      title: 'Copy the item as JSON',
      category: 'Results',
      keys: ['Y'],
      run: () => void copyItem(item),
    },
    {
      id: 'results.open-page',
      title: 'Open the page of the item',
      category: 'Results',
      keys: ['O'],
      run: () => void openPageOfItem(item),
    },
  ]);
  return (
    <div className="results results-single" data-pane="item">
      <h1 className="visually-hidden">Item {item}</h1>
      <ItemInspector item={item} />
    </div>
  );
}

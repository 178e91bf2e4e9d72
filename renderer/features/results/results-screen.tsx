import { useMemo, useRef, useState } from 'react';
import { Download, PanelRight, RefreshCw, Table2 } from 'lucide-react';
import type { ItemFilter, ItemSource, ResultRow } from '../../../shared/contract/types.ts';
import { runCommand, useCommands } from '../../commands/registry.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { useTopicState } from '../../state/topics.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { ColumnsButton } from '../../ui/table/columns-button.tsx';
import { Table } from '../../ui/table/table.tsx';
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { navigate } from '../../workbench/router.ts';
import { tableColumns } from './columns.tsx';
import { openExport } from './exports-store.ts';
import { FieldList } from './field-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { copyItem, ItemInspector, valuesOf } from './item-inspector.tsx';
import { itemSource, type SourceNews } from './item-source.ts';
import { changeView, isNarrowed, sourceKey, useResultsView, viewOf } from './results-view.ts';
import './results.css';

/** The items of a spider or a run: the table, the fields beside it, and the chosen item below. */
export function Results({ source }: { source: ItemSource }) {
  const described = useCall('results.columns', { source });
  const arriving = useTopicState('items', { project: source.project, spider: source.spider });
  if (described.value === null) {
    if (described.error === null) return null;
    const nothingRun = described.error.code === 'no-run';
    return nothingRun ? (
      <NoRun />
    ) : (
      <ErrorState error={described.error} title="The items could not be read." />
    );
  }
  if (described.value.items === 0) return <NoItems run={described.value.run} />;
  return (
    <ItemTable
      source={source}
      described={described.value}
      arrived={arriving !== null && arriving.run === described.value.run ? arriving.items : null}
      onRefresh={described.refresh}
    />
  );
}

interface ItemTableProps {
  source: ItemSource;
  described: NonNullable<ReturnType<typeof useCall<'results.columns'>>['value']>;
  /** Items of the shown run as they arrive; null: not known. */
  arrived: number | null;
  onRefresh: () => void;
}

function ItemTable({ source, described, arrived, onRefresh }: ItemTableProps) {
  const key = sourceKey(source);
  const kept = useResultsView(key);
  const { search, filters, sort, inspected, field } = kept;
  const [generation, setGeneration] = useState(0);
  const [news, setNews] = useState<SourceNews | null>(null);
  const [filtering, setFiltering] = useState(false);
  const [fieldsShown, setFieldsShown] = useState(false);
  const searchField = useRef<HTMLInputElement | null>(null);
  const names = useMemo(() => described.columns.map(({ name }) => name), [described]);
  const columns = useMemo(() => tableColumns(described.columns), [described]);
  const view = useMemo(() => viewOf(source, kept), [source, kept]);
  const viewKey = JSON.stringify(view);
  const rows = useMemo(
    () => itemSource(view, names, generation, setNews),
    // The view is made anew with every render of the screen; what it says decides.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [viewKey, names, generation],
  );
  const newer = Math.max(news?.newer ?? 0, arrived === null ? 0 : arrived - described.items);
  const refresh = () => {
    onRefresh();
    setGeneration((before) => before + 1);
  };
  const change = (next: Parameters<typeof changeView>[1]) => changeView(key, next);
  const addFilter = (filter: ItemFilter) => change({ filters: [...filters, filter] });
  const exportView = () => openExport({ view, columns: names });
  useCommands([
    {
      id: 'results.search',
      title: 'Search the items',
      category: 'Results',
      keys: ['Mod+F', '/'],
      run: () => searchField.current?.select(),
    },
    {
      id: 'results.filter',
      title: 'Add a condition',
      category: 'Results',
      keys: ['F'],
      run: () => setFiltering(true),
    },
    {
      id: 'results.export',
      title: 'Export the items',
      category: 'Results',
      keys: ['Mod+Shift+E'],
      run: exportView,
    },
    {
      id: 'results.refresh',
      title: 'Show the newest items',
      category: 'Results',
      keys: ['Mod+Alt+R'],
      run: refresh,
    },
    {
      id: 'results.fields',
      title: 'Show or hide the fields',
      category: 'Results',
      keys: ['I'],
      run: () => setFieldsShown(!fieldsShown),
    },
    {
      id: 'results.clear',
      title: 'Show all items',
      category: 'Results',
      keys: ['C F'],
      when: () => isNarrowed(kept),
      run: () => change({ search: '', filters: [] }),
    },
    {
      id: 'results.copy-item',
      title: 'Copy the item as JSON',
      category: 'Results',
      keys: ['Y'],
      when: () => inspected !== null,
      run: () => void copyInspected(inspected),
    },
  ]);
  return (
    <div className="results">
      <Toolbar label="Items">
        <SearchField
          className="results-search"
          label="Search the items"
          value={search}
          onChange={(text) => change({ search: text })}
          command="results.search"
          ref={searchField}
        />
        <FilterBar
          columns={described.columns}
          filters={filters}
          onChange={(next) => change({ filters: next })}
          open={filtering}
          onOpenChange={setFiltering}
        />
        <ToolbarSpace />
        {newer > 0 && (
          <Button size="small" icon={RefreshCw} onClick={refresh}>
            {counted(newer, 'newer item')}
          </Button>
        )}
        <span className="small muted numeric" role="status">
          {news === null ? '' : told(news.total, described.items)}
        </span>
        <ColumnsButton layoutName={`items ${source.project}/${source.spider}`} columns={columns} />
        <IconButton
          label="Fields: how often they are filled, and with what"
          icon={PanelRight}
          command="results.fields"
          pressed={fieldsShown}
          onClick={() => setFieldsShown(!fieldsShown)}
        />
        <Button size="small" variant="primary" icon={Download} onClick={exportView}>
          Export
        </Button>
      </Toolbar>
      <SplitPanes name="results-fields" direction="horizontal" className="grow">
        <Pane id="items" label="Items" size={76} min={280}>
          <SplitPanes name="results" direction="vertical" className="grow">
            <Pane id="table" label="Table of items" size={64} min={140}>
              <div className="results-pane" data-pane="items">
                <Table<ResultRow>
                  label={`Items of ${source.spider}`}
                  source={rows}
                  columns={columns}
                  layoutName={`items ${source.project}/${source.spider}`}
                  sort={sort}
                  onSort={(next) => change({ sort: next })}
                  onSelect={(row) => {
                    if (row !== null && row.id !== inspected) change({ inspected: row.id });
                  }}
                  onOpen={(row) => navigate(['item', row.id])}
                  rowMenu={(row) => [
                    { label: 'Open the item', run: () => navigate(['item', row.id]) },
                    {
                      label: 'Copy the item as JSON',
                      command: 'results.copy-item',
                      run: () => void copyInspected(row.id),
                    },
                    { label: 'Show its run', run: () => navigate(['run', row.run]) },
                  ]}
                  empty={<NothingFits onClear={() => change({ search: '', filters: [] })} />}
                />
              </div>
            </Pane>
            <Pane id="inspector" label="Inspector" min={120} collapsible>
              <div className="results-pane" data-pane="inspector">
                <ItemInspector item={inspected} />
              </div>
            </Pane>
          </SplitPanes>
        </Pane>
        {fieldsShown && (
          <Pane id="fields" label="Fields" min={220} collapsible>
            <div className="results-pane scroll" data-pane="fields">
              <FieldList
                columns={described.columns}
                sampled={described.sampled}
                view={view}
                field={field}
                onField={(next) => change({ field: next })}
                onFilter={addFilter}
              />
            </div>
          </Pane>
        )}
      </SplitPanes>
    </div>
  );
}

const told = (total: number, all: number): string =>
  total === all ? counted(all, 'item') : `${total.toLocaleString('en')} of ${counted(all, 'item')}`;

async function copyInspected(item: string | null): Promise<void> {
  if (item === null) return;
  const answer = await getClient().call('results.item', { item });
  if (answer.ok) await copyItem(valuesOf(answer.value));
}

function NothingFits({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={Table2}
      title="No item fits"
      command="results.clear"
      actions={
        <Button variant="primary" onClick={onClear}>
          Show all
        </Button>
      }
    >
      No item has all of the words and meets all of the conditions above.
    </EmptyState>
  );
}

function NoRun() {
  return (
    <EmptyState
      icon={Table2}
      title="No items yet"
      command="run.start"
      actions={
        <Button variant="primary" onClick={() => runCommand('run.start')}>
          Start a run
        </Button>
      }
    >
      What a run of this spider extracts stands here, to be searched, sorted and exported. A test run with a
      few items is a good beginning.
    </EmptyState>
  );
}

function NoItems({ run }: { run: string | null }) {
  return (
    <EmptyState
      icon={Table2}
      title="Nothing was extracted"
      actions={
        run !== null && (
          <Button variant="primary" onClick={() => navigate(['run', run])}>
            See why
          </Button>
        )
      }
    >
      The run has given no item, or none yet. Its overview says what became of the pages.
    </EmptyState>
  );
}

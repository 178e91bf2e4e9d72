import { create } from 'zustand';
import type { ItemFilter, ItemSource, ItemView } from '../../../shared/contract/types.ts';
import type { Sort } from '../../ui/table/types.ts';

/** The view of the items of a spider or a run; kept while the window is open. */
export interface ResultsView {
  readonly search: string;
  readonly filters: readonly ItemFilter[];
  readonly sort: Sort | null;
  /** The conditions are shown as a text. */
  readonly asText: boolean;
  /** Incremented to show the newest items. */
  readonly generation: number;
  /** Whether its first rows have arrived, so that slower queries may start. */
  readonly begun: boolean;
  /** The item that the inspector shows. */
  readonly inspected: string | null;
  /** The active column. */
  readonly cell: string | null;
  /** The list of fields is shown beside the table. */
  readonly fields: boolean;
  /** The column that the list of fields shows in full. */
  readonly field: string | null;
}

const beginning: ResultsView = {
  search: '',
  filters: [],
  sort: null,
  asText: false,
  generation: 0,
  begun: false,
  inspected: null,
  cell: null,
  fields: false,
  field: null,
};

const useViews = create<{ views: ReadonlyMap<string, ResultsView> }>(() => ({ views: new Map() }));

/** One name for the items of a source, for what is remembered about them. */
export const sourceKey = ({ project, spider, run }: ItemSource): string =>
  JSON.stringify([project, spider, run]);

/** What is searched, filtered and chosen in a table of results; kept while the window is open. */
export const useResultsView = (key: string): ResultsView =>
  useViews((state) => state.views.get(key) ?? beginning);

/** Changes the view of a table of results. */
export function changeView(key: string, change: Partial<ResultsView>): void {
  const { views } = useViews.getState();
  useViews.setState({ views: new Map(views).set(key, { ...(views.get(key) ?? beginning), ...change }) });
}

/** Says that the first rows have come. */
export function noteBegun(key: string): void {
  if (useViews.getState().views.get(key)?.begun !== true) changeView(key, { begun: true });
}

/** The view as the host knows it: what the table shows, and what an export of the current view writes. */
export function viewOf(
  source: ItemSource,
  { search, filters, sort }: Pick<ResultsView, 'search' | 'filters' | 'sort'>,
): ItemView {
  return {
    source,
    ...(filters.length === 0 ? {} : { filters: [...filters] }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(sort === null ? {} : { sort: [{ column: sort.column, descending: sort.descending }] }),
  };
}

/** Whether a search or a filter leaves items out. */
export const isNarrowed = ({ search, filters }: Pick<ResultsView, 'search' | 'filters'>): boolean =>
  search.trim() !== '' || filters.length > 0;

import { create } from 'zustand';
import type { Sort } from '../../ui/table/types.ts';
import { everything, type RequestFilter } from './request-filter.ts';

/** The view of the requests of a run; kept while the window is open. */
export interface RequestsView {
  readonly filter: RequestFilter;
  readonly sort: Sort | null;
  /** The request that the inspector shows. */
  readonly inspected: string | null;
  /** The request that was chosen in the table last. */
  readonly chosen: string | null;
  /** The requests that it showed before, to go back along links. */
  readonly trail: readonly string[];
}

const beginning: RequestsView = { filter: everything, sort: null, inspected: null, chosen: null, trail: [] };

const useViews = create<{ views: ReadonlyMap<string, RequestsView> }>(() => ({ views: new Map() }));

/** What is filtered and chosen among the requests of a run; kept while the window is open. */
export const useRequestsView = (run: string): RequestsView =>
  useViews((state) => state.views.get(run) ?? beginning);

/** Changes the view of a run's requests. */
export function changeView(run: string, change: (view: RequestsView) => Partial<RequestsView>): void {
  const { views } = useViews.getState();
  const view = views.get(run) ?? beginning;
  useViews.setState({ views: new Map(views).set(run, { ...view, ...change(view) }) });
}

/** Filters the requests of a run. */
export const setFilter = (run: string, filter: RequestFilter) => changeView(run, () => ({ filter }));

/** Shows the request that is selected in the table, unless it was selected before: links may have led on from it. */
export const choose = (run: string, request: string | null) =>
  changeView(run, ({ chosen }) => {
    if (chosen === request) return {};
    return request === null ? { chosen: null } : { inspected: request, chosen: request, trail: [] };
  });

/** Goes on to a request that is linked with the one that is shown. */
export const followLink = (run: string, request: string) =>
  changeView(run, ({ inspected, trail }) => ({
    inspected: request,
    trail: inspected === null || inspected === request ? trail : [...trail, inspected].slice(-50),
  }));

/** Returns to the request from which a link led to the one that is shown. */
export const goBack = (run: string) =>
  changeView(run, ({ trail, inspected }) => ({
    inspected: trail.at(-1) ?? inspected,
    trail: trail.slice(0, -1),
  }));

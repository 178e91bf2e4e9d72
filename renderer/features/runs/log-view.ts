import { create } from 'zustand';

/** What a person has chosen in the log of a run; kept while the window is open. */
export interface LogView {
  /** None: all. */
  readonly kinds: readonly string[];
  readonly text: string;
  readonly follow: boolean;
}

const beginning: LogView = { kinds: [], text: '', follow: true };

const useViews = create<{ views: ReadonlyMap<string, LogView> }>(() => ({ views: new Map() }));

/** What is filtered and held in the log of a run; kept while the window is open. */
export const useLogView = (run: string): LogView => useViews((state) => state.views.get(run) ?? beginning);

/** Changes the view of a run's log. */
export function changeLogView(run: string, change: Partial<LogView>): void {
  const { views } = useViews.getState();
  useViews.setState({ views: new Map(views).set(run, { ...(views.get(run) ?? beginning), ...change }) });
}

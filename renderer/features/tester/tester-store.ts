import { create } from 'zustand';
import type { OutlineGroup } from '../../../shared/contract/preview.ts';
import { keyOf, type SpiderKey } from '../author/author-state.ts';

export type TesterTab = 'fields' | 'pick' | 'links' | 'article';

/** What the page and the tester beside it have in common. Kept while the window is open. */
export interface TesterState {
  /** The saved page that is looked at; null: the newest. */
  readonly page: string | null;
  readonly tab: TesterTab;
  /** Whether a click on the page picks an element. */
  readonly picking: boolean;
  /** The element that was picked last, on which page. */
  readonly picked: { readonly page: string; readonly element: number } | null;
  readonly outlines: readonly OutlineGroup[];
  /** The element to bring into view. */
  readonly scrollTo: number | null;
}

const beginning: TesterState = {
  page: null,
  tab: 'fields',
  picking: false,
  picked: null,
  outlines: [],
  scrollTo: null,
};

const useTesters = create<{ testers: ReadonlyMap<string, TesterState> }>(() => ({ testers: new Map() }));

export const useTester = (key: SpiderKey): TesterState =>
  useTesters((state) => state.testers.get(keyOf(key)) ?? beginning);

export function changeTester(key: SpiderKey, change: Partial<TesterState>): void {
  const { testers } = useTesters.getState();
  const name = keyOf(key);
  useTesters.setState({
    testers: new Map(testers).set(name, { ...(testers.get(name) ?? beginning), ...change }),
  });
}

/** Outlines elements of the page; `scroll` brings the first of them into view. */
export function outline(key: SpiderKey, groups: readonly OutlineGroup[], scroll = false): void {
  changeTester(key, { outlines: groups, scrollTo: scroll ? (groups[0]?.elements[0] ?? null) : null });
}

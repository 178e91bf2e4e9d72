import { create } from 'zustand';
import { getLocation, navigate, type Location } from './router.ts';

/** A thing that is open: a spider, a run, the settings. Its screens share one tab, which remembers the last of them. */
export interface OpenTab {
  /** The first segments of its paths: "spider/default/shop". */
  readonly key: string;
  /** Its last address. */
  readonly hash: string;
  /** The next thing that is opened takes its place. One tab at most is a preview. */
  readonly preview: boolean;
}

interface OpenTabs {
  tabs: readonly OpenTab[];
}

const storageName = 'spider-studio.tabs';
/** The most tabs; the oldest one is closed. */
const maxTabs = 12;
/** How many segments name the thing, by the first one. */
const depth: Readonly<Record<string, number>> = { project: 2, spider: 3, run: 2, item: 2, compare: 3 };

/** Which tab a place belongs to. */
export function tabKey(location: Pick<Location, 'segments'>): string {
  const [first = ''] = location.segments;
  return location.segments
    .slice(0, depth[first] ?? 1)
    .map(encodeURIComponent)
    .join('/');
}

function stored(): readonly OpenTab[] {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isOpenTab) : [];
  } catch {
    return [];
  }
}

function isOpenTab(value: unknown): value is OpenTab {
  if (typeof value !== 'object' || value === null) return false;
  if (!('key' in value && 'hash' in value && 'preview' in value)) return false;
  return (
    typeof value.key === 'string' && typeof value.hash === 'string' && typeof value.preview === 'boolean'
  );
}

/** The tabs of this window; they survive a reload. */
export const useOpenTabs = create<OpenTabs>(() => ({ tabs: stored() }));

useOpenTabs.subscribe(({ tabs }) => {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(tabs));
  } catch {
    // Failing to store the tabs is not worth a message.
  }
});

/** Records the place of the window in its tab. A spider, run or item that has none takes the place of the preview. */
export function visit(location: Location): void {
  const key = tabKey(location);
  if (key === '') return;
  const { tabs } = useOpenTabs.getState();
  const hash = window.location.hash;
  const known = tabs.find((tab) => tab.key === key);
  if (known?.hash === hash) return;
  if (known !== undefined) {
    useOpenTabs.setState({ tabs: tabs.map((tab) => (tab === known ? { ...known, hash } : tab)) });
    return;
  }
  const tab: OpenTab = { key, hash, preview: (location.segments[0] ?? '') in depth };
  const replaced = tab.preview ? tabs.find(({ preview }) => preview) : undefined;
  useOpenTabs.setState({
    tabs:
      replaced === undefined
        ? [...tabs, tab].slice(-maxTabs)
        : tabs.map((each) => (each === replaced ? tab : each)),
  });
}

/** Keeps a tab open until it is closed: nothing takes its place. */
export function pinTab(key: string): void {
  const { tabs } = useOpenTabs.getState();
  if (!tabs.some((tab) => tab.key === key && tab.preview)) return;
  useOpenTabs.setState({ tabs: tabs.map((tab) => (tab.key === key ? { ...tab, preview: false } : tab)) });
}

/** The address of the start page. */
const home = '#/welcome';

/** Whether a tab can be closed: not if only the start page is open. */
export function hasTabToClose(): boolean {
  const { tabs } = useOpenTabs.getState();
  return tabs.length > 1 || tabs.some(({ hash }) => hash !== home);
}

/** Closes a tab, by default the one that is shown; its neighbour is shown then. */
export function closeTab(key: string = tabKey(getLocation())): void {
  const { tabs } = useOpenTabs.getState();
  const index = tabs.findIndex((tab) => tab.key === key);
  if (index < 0) return;
  const rest = tabs.filter((tab) => tab.key !== key);
  useOpenTabs.setState({ tabs: rest });
  if (key === tabKey(getLocation())) navigate((rest[index] ?? rest[index - 1])?.hash ?? home);
}

/** Closes all tabs but one. */
export function closeOthers(key: string): void {
  const kept = useOpenTabs.getState().tabs.filter((tab) => tab.key === key);
  useOpenTabs.setState({ tabs: kept });
  if (tabKey(getLocation()) !== key && kept[0] !== undefined) navigate(kept[0].hash);
}

/** Goes to the next (1) or previous (-1) tab. */
export function stepTab(step: 1 | -1): void {
  const { tabs } = useOpenTabs.getState();
  if (tabs.length === 0) return;
  const index = tabs.findIndex((tab) => tab.key === tabKey(getLocation()));
  const next = tabs[(index + step + tabs.length) % tabs.length];
  if (next !== undefined) navigate(next.hash);
}

/** Moves a tab to another place. */
export function moveTab(key: string, to: number): void {
  const { tabs } = useOpenTabs.getState();
  const moved = tabs.find((tab) => tab.key === key);
  if (moved === undefined) return;
  const rest = tabs.filter((tab) => tab !== moved);
  useOpenTabs.setState({ tabs: [...rest.slice(0, to), moved, ...rest.slice(to)] });
}

import { Settings } from 'lucide-react';
import { features } from './features.ts';
import type { Route, RouteParams } from '../contributions/feature.ts';
import { matchPath } from '../navigation/router.ts';
import { SettingsFrame } from './settings-frame.tsx';

const routes: readonly Route[] = [
  ...features.flatMap((feature) => feature.routes ?? []),
  { path: 'settings', title: () => 'Settings', icon: Settings, screen: SettingsFrame },
];

/** The route of a place, with the values of its segments. */
export interface FoundRoute {
  readonly route: Route;
  readonly params: RouteParams;
  readonly title: string;
}

/** The route of a place, or null. A spider or run without a further segment is its first tab. */
export function findRoute(segments: readonly string[]): FoundRoute | null {
  for (const route of routes) {
    const params = matchPath(route.path, segments);
    if (params !== null) return { route, params, title: route.title(params) };
  }
  const [first] = segments;
  if (first === 'spider' && segments.length === 3) return findRoute([...segments, tabName(spiderTabs()[0])]);
  return null;
}

const tabName = (route: Route | undefined) => route?.path.split('/').at(-1) ?? '';

/** The parts of a spider's screen, in their order. */
export const spiderTabs = () => tabs((route) => route.spiderTab?.order);
/** The parts of a run's screen, in their order. */
export const runTabs = () => tabs((route) => route.runTab?.order);

function tabs(order: (route: Route) => number | undefined): Route[] {
  return routes
    .filter((route) => order(route) !== undefined)
    .sort((a, b) => (order(a) ?? 0) - (order(b) ?? 0));
}

/** The segments of a tab for one spider or run. */
export function tabSegments(route: Route, params: RouteParams): string[] {
  return route.path.split('/').map((part) => (part.startsWith(':') ? (params[part.slice(1)] ?? '') : part));
}

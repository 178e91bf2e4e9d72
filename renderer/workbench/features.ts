import type { SpiderSummary } from '../../shared/contract/types.ts';
import type { Feature } from '../contributions/feature.ts';
import type { MenuEntry } from '../ui/menu.tsx';

const found = import.meta.glob<Feature>('../features/*/feature.tsx', { eager: true, import: 'feature' });

/** Every feature, by the name of its folder. */
export const features: readonly Feature[] = Object.entries(found)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, feature]) => feature);

/** What the sidebar leads to, in its order. */
export const sidebarPlaces = features
  .flatMap((feature) => feature.places ?? [])
  .sort((a, b) => a.order - b.order);

/** The panes of the screen where a spider is built. */
export const spiderPanes = features.flatMap((feature) => feature.spiderPanes ?? []);

/** What shows the first items of a run; null: no feature does. */
export const logIn = features.find((feature) => feature.logIn !== undefined)?.logIn ?? null;
export const runRows = features.find((feature) => feature.runRows !== undefined)?.runRows ?? null;

/** What marks a version of a spider; null: no feature does. */
export const versionMark = features.find((feature) => feature.versionMark !== undefined)?.versionMark ?? null;

/** What can be done with a start request; null: no feature does. */
export const startRequestAction =
  features.find((feature) => feature.startRequestAction !== undefined)?.startRequestAction ?? null;

/** The menu entries of all features for a spider. */
export const spiderMenu = (spider: SpiderSummary): MenuEntry[] =>
  features.flatMap((feature) => feature.spiderMenu?.(spider) ?? []);

/** The menu entries of all features for a project. */
export const projectMenu = (project: string): MenuEntry[] =>
  features.flatMap((feature) => feature.projectMenu?.(project) ?? []);

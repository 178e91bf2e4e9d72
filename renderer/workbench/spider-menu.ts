import type { SpiderSummary } from '../../shared/contract/types.ts';
import type { MenuEntry } from '../ui/menu.tsx';

type MakeEntries<What> = (what: What) => readonly MenuEntry[];

const ofSpider: MakeEntries<SpiderSummary>[] = [];
const ofProject: MakeEntries<string>[] = [];

/** Adds entries to the menu of every spider in the sidebar; for features, once, when they are loaded. */
export function addToSpiderMenu(make: MakeEntries<SpiderSummary>): void {
  ofSpider.push(make);
}

/** The same for the menu of every project, by its name. */
export function addToProjectMenu(make: MakeEntries<string>): void {
  ofProject.push(make);
}

/** What the features offer for a spider. */
export const spiderMenu = (spider: SpiderSummary) => ofSpider.flatMap((make) => make(spider));
/** What the features offer for a project. */
export const projectMenu = (project: string) => ofProject.flatMap((make) => make(project));

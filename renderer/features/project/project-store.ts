import { create } from 'zustand';
import type { Sort } from '../../ui/table/types.ts';
import type { FilterName } from './spider-order.ts';

/** What a person has chosen on the page of a project. It outlives the screen, not the window. */
export interface ProjectView {
  readonly filter: FilterName;
  readonly search: string;
  readonly sort: Sort | null;
  /** What the third card shows. */
  readonly tab: 'night' | 'health';
}

const usual: ProjectView = { filter: 'all', search: '', sort: null, tab: 'night' };

/** A dialog of the page that is open, and what it is about. `spiders` null: all of the project. */
export type ProjectDialog =
  | { readonly kind: 'defaults'; readonly project: string }
  | { readonly kind: 'change'; readonly project: string; readonly spiders: readonly string[] | null };

/** The rows of the table of a project, so that they are the same when a person comes back to them. */
export interface ProjectRows {
  /** What is shown and how it is sorted. With another one, the rows are others and none is selected. */
  readonly key: string;
  /** Names of spiders. */
  readonly order: readonly string[];
  readonly selected: readonly string[];
}

interface ProjectStore {
  readonly views: Readonly<Record<string, ProjectView>>;
  readonly rows: Readonly<Record<string, ProjectRows>>;
  readonly dialog: ProjectDialog | null;
}

/** The views of the projects, and which dialog is open. */
export const useProjectStore = create<ProjectStore>(() => ({ views: {}, rows: {}, dialog: null }));

/** What is chosen on the page of a project. */
export const useProjectView = (project: string): ProjectView =>
  useProjectStore(({ views }) => views[project] ?? usual);

/** Changes what is chosen on the page of a project. */
export const changeView = (project: string, next: Partial<ProjectView>) =>
  useProjectStore.setState(({ views }) => ({
    views: { ...views, [project]: { ...(views[project] ?? usual), ...next } },
  }));

/** Keeps the rows of the table of a project. */
export const keepRows = (project: string, kept: ProjectRows) =>
  useProjectStore.setState(({ rows }) => ({ rows: { ...rows, [project]: kept } }));

const nobody: readonly string[] = [];

/** The names of the spiders of a project that are selected. */
export const useSelected = (project: string): readonly string[] =>
  useProjectStore(({ rows }) => rows[project]?.selected ?? nobody);

/** The same, outside of a component. */
export const selectedIn = (project: string): readonly string[] =>
  useProjectStore.getState().rows[project]?.selected ?? nobody;

/** Opens a dialog. */
export const openProjectDialog = (dialog: ProjectDialog) => useProjectStore.setState({ dialog });

/** Closes the dialog. */
export const closeProjectDialog = () => useProjectStore.setState({ dialog: null });

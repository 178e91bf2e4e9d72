import { create } from 'zustand';
import type { Recipe, RecipeSettings } from '../../../shared/contract/types.ts';
import { invalidate } from '../../state/query.ts';

interface SpiderName {
  readonly project: string;
  readonly spider: string;
}

/** An export that is being saved, or changed. */
export interface SavedDraft {
  readonly of: SpiderName;
  /** What is written; where to is asked. */
  readonly how: Omit<RecipeSettings, 'target' | 'items'>;
  /** The saved export that is changed; null: a new one. */
  readonly recipe: Recipe | null;
}

/** A saved export whose contents are being changed. */
export interface ChangedExport {
  readonly of: SpiderName;
  readonly recipe: Recipe;
  readonly settings: RecipeSettings;
}

interface SavedStore {
  /** The spider whose saved exports are shown; null: they are not. */
  readonly shown: SpiderName | null;
  /** null: none is being saved. */
  readonly draft: SavedDraft | null;
  /** null: what none of them writes is being changed. */
  readonly changed: ChangedExport | null;
}

/** What of saved exports is open. */
export const useSaved = create<SavedStore>(() => ({ shown: null, draft: null, changed: null }));

/** Shows the saved exports of a spider, or hides them. */
export const showSaved = (of: SpiderName | null): void =>
  useSaved.setState({ shown: of === null ? null : { project: of.project, spider: of.spider } });

/** Opens the dialog that saves an export, or closes it. */
export const openDraft = (draft: SavedDraft | null): void => useSaved.setState({ draft });

/** Opens the dialog that changes what a saved export writes, or closes it. */
export const changeWritten = (changed: ChangedExport | null): void => useSaved.setState({ changed });

/** Reads saved exports again, and what of a project needs a person. */
export const readSavedAgain = (): void =>
  invalidate((name) => name === 'exports.recipes' || name === 'projects.overview');

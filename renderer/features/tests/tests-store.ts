import { create } from 'zustand';
import type { TestPart } from '../../../shared/contract/types.ts';
import type { SpiderKey } from '../../spider-document/document.ts';

/** A cell of the grid. */
export interface Place {
  readonly page: string;
  readonly part: TestPart;
}

/** What the screen shows: the saved pages with what is locked, their newer copies, or the proof. */
export type TestsView = 'tests' | 'copies' | 'proof';

interface Looking {
  /** The cell that a person is on; null: none yet. */
  readonly place: Place | null;
  /** Whether that cell is shown below the grid. */
  readonly isOpen: boolean;
  readonly view: TestsView;
}

const beginning: Looking = { place: null, isOpen: false, view: 'tests' };

const useStore = create<{ spiders: Readonly<Record<string, Looking>> }>(() => ({ spiders: {} }));

const idOf = ({ project, spider }: SpiderKey): string => `${project}/${spider}`;

/** What is looked at on the screen of a spider. Kept while the window is open. */
export const useLooking = (key: SpiderKey): Looking =>
  useStore(({ spiders }) => spiders[idOf(key)] ?? beginning);

/** Looks at something else. */
export function look(key: SpiderKey, change: Partial<Looking>): void {
  const id = idOf(key);
  useStore.setState(({ spiders }) => ({
    spiders: { ...spiders, [id]: { ...beginning, ...spiders[id], ...change } },
  }));
}

import { createContext, useContext } from 'react';
import type { SpiderPane } from './feature.ts';

/** The panes that features add to the screen where a spider is built. The workbench provides them. */
export const SpiderPanes = createContext<readonly SpiderPane[]>([]);

/** The pane for a place of that screen; null: no feature adds one. */
export const useSpiderPane = (place: SpiderPane['place']): SpiderPane | null =>
  useContext(SpiderPanes).find((pane) => pane.place === place) ?? null;

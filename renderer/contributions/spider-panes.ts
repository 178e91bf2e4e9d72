import { createContext, useContext } from 'react';
import type { SpiderPane } from './feature.ts';

/** The panes that features add beside the text of a spider, in their order. The workbench provides them. */
export const SpiderPanes = createContext<readonly SpiderPane[]>([]);

/** The panes to show beside the text of a spider. */
export const useSpiderPanes = (): readonly SpiderPane[] => useContext(SpiderPanes);

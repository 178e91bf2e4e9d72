import { createContext, createElement, useContext, type ComponentType, type ReactNode } from 'react';
import type { SpiderKey } from '../spider-document/document.ts';

/** See `StartRequestAction`. */
export interface StartRequestProps {
  spiderKey: SpiderKey;
  /** Its place among the start requests, from 1. */
  number: number;
}

/** What can be done with a start request in the form of a spider. The workbench provides what a feature adds; null: no feature does. */
export const StartRequestAction = createContext<ComponentType<StartRequestProps> | null>(null);

/** Shows what can be done with a start request; nothing where no feature adds anything. */
export function StartRequestActions(props: StartRequestProps): ReactNode {
  const action = useContext(StartRequestAction);
  return action === null ? null : createElement(action, props);
}

import { createContext, useContext, type ComponentType } from 'react';
import type { SpiderKey } from '../spider-document/document.ts';

/** See `VersionMark`. */
export interface VersionMarkProps extends SpiderKey {
  /** From 1. */
  version: number;
}

/** What is known of a version of a spider, beside its number. The workbench provides what a feature adds; null: no feature does. */
export const VersionMark = createContext<ComponentType<VersionMarkProps> | null>(null);

/** What marks a version of a spider. */
export const useVersionMark = (): ComponentType<VersionMarkProps> | null => useContext(VersionMark);

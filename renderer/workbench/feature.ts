import type { ComponentType, ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Command } from '../commands/registry.ts';

export type RouteParams = Readonly<Record<string, string>>;

export interface Route {
  /** As in "run/:run" or "spider/:project/:spider/author". */
  readonly path: string;
  /** What the window and the tab are called. */
  readonly title: (params: RouteParams) => string;
  readonly icon?: LucideIcon;
  /** The screen. Give it through `lazy(() => import(…))` where it is large. */
  readonly screen: ComponentType<{ params: RouteParams }>;
  /**
   * A part of a spider's screen: it is shown below the spider's header, beside the others, in this order. Its path
   * begins with "spider/:project/:spider/".
   */
  readonly spiderTab?: { readonly title: string; readonly order: number };
  /** A part of a run's screen, likewise; its path begins with "run/:run". */
  readonly runTab?: { readonly title: string; readonly order: number };
}

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly order: number;
  /** Words that the search of the settings finds it by. */
  readonly keywords?: readonly string[];
  readonly screen: ComponentType;
}

export interface StatusItem {
  readonly id: string;
  readonly side: 'left' | 'right';
  readonly order: number;
  /** Gives nothing while there is nothing to tell. */
  readonly item: ComponentType;
}

/** Something that the palette finds beside commands: spiders, runs, settings. */
export interface PaletteSource {
  readonly heading: string;
  /** Lower ones stand first; default 50. */
  readonly order?: number;
  /** Called when the palette is shown; a hook, so it may read stores and queries. */
  readonly useEntries: (search: string) => readonly PaletteEntry[];
}

export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly keywords?: readonly string[];
  readonly icon?: ReactNode;
  run(): void;
}

/**
 * What a feature adds to the workbench. `features/<name>/feature.tsx` exports one as `feature`; it is found by its place,
 * nothing has to be entered anywhere else.
 */
export interface Feature {
  readonly id: string;
  readonly routes?: readonly Route[];
  /** Commands that are there as long as the window is; those of a screen belong into `useCommands`. */
  readonly commands?: readonly Command[];
  readonly settings?: readonly SettingsSection[];
  readonly status?: readonly StatusItem[];
  readonly palette?: readonly PaletteSource[];
  /** Always mounted beside the workbench: dialogs that a command opens, and things that listen. Renders nothing else. */
  readonly background?: ComponentType;
}

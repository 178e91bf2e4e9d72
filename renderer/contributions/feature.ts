import type { ComponentType, ReactNode } from 'react';
import type { SpiderSummary } from '../../shared/contract/types.ts';
import type { LucideIcon } from 'lucide-react';
import type { Command } from '../commands/registry.ts';
import type { WantedLogin } from './log-in.ts';
import type { RunRowsProps } from './run-rows.ts';
import type { SpiderKey } from '../spider-document/document.ts';
import type { MenuEntry } from '../ui/menu.tsx';
import type { StartRequestProps } from './start-request-action.ts';
import type { VersionMarkProps } from './version-mark.ts';

/** The values of a route's `:name` segments. */
export type RouteParams = Readonly<Record<string, string>>;

/** A screen and the address that it has. */
export interface Route {
  /** For example "run/:run" or "spider/:project/:spider/author". */
  readonly path: string;
  /** The title of the window and the tab. */
  readonly title: (params: RouteParams) => string;
  readonly icon?: LucideIcon;
  /** The screen. Load it with `loadPart` if it is large. */
  readonly screen: ComponentType<{ params: RouteParams }>;
  /**
   * A part of a spider's screen: it is shown below the spider's header, beside the others, in this order. Its path
   * begins with "spider/:project/:spider/".
   */
  readonly spiderTab?: {
    readonly title: string;
    readonly order: number;
    /** Beside the title: what there is to see, in a few characters. */
    readonly badge?: ComponentType<SpiderKey>;
  };
  /** A part of a run's screen, likewise; its path begins with "run/:run". */
  readonly runTab?: { readonly title: string; readonly order: number };
}

/** A section of the settings screen. */
export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly order: number;
  /** Words that the search of the settings finds it by. */
  readonly keywords?: readonly string[];
  /** Whether it has unsaved edits, which stay while other screens are shown; a hook. */
  readonly useIsEdited?: () => boolean;
  readonly screen: ComponentType;
}

/** An item of the status bar. */
export interface StatusItem {
  readonly id: string;
  readonly side: 'left' | 'right';
  readonly order: number;
  /** Renders nothing while there is nothing to show. */
  readonly item: ComponentType;
}

/** A screen that the sidebar always leads to. */
export interface SidebarPlace {
  /** Above the spiders: where people work. Below them: what the workspace keeps. */
  readonly at: 'above' | 'below';
  /** The first segment of its address. */
  readonly segment: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly order: number;
  /** The command that goes there: its shortcut is told. */
  readonly command: string;
  /** Beside the title: what there is to see, in a few characters. */
  readonly badge?: ComponentType;
  /** Whether the sidebar leads there now; a hook. Left out: it does. */
  readonly useIsShown?: () => boolean;
}

/** Something that the palette finds besides commands: spiders, runs, settings. */
export interface PaletteSource {
  readonly heading: string;
  /** Lower ones come first; default 50. */
  readonly order?: number;
  /** Called when the palette is shown; a hook, so it may read stores and queries. */
  readonly useEntries: (search: string) => readonly PaletteEntry[];
}

/** An entry of the command palette that is not a command. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly keywords?: readonly string[];
  readonly icon?: ReactNode;
  run(): void;
}

/** A part of the screen where a spider is built. */
export interface SpiderPane {
  readonly id: string;
  /** Names its separator, and the message in its place after a fault: "Page". */
  readonly label: string;
  /** A line above the panes, the large pane, the one below it, or the one at the side of both. One pane for each place. */
  readonly place: 'bar' | 'stage' | 'below' | 'side';
  /** Load it with `loadPart`, because users can hide it. */
  readonly pane: ComponentType<SpiderKey>;
  /** Of the large pane: whether it has the room of the others now, but for the JSON; a hook. */
  readonly useIsAlone?: (key: SpiderKey) => boolean;
}

/**
 * What a feature adds to the workbench. `features/<name>/feature.tsx` exports one as `feature`; it is found by its place,
 * nothing has to be entered anywhere else.
 */
export interface Feature {
  readonly id: string;
  readonly routes?: readonly Route[];
  /** Commands of the whole window; those of a screen belong in `useCommands`. */
  readonly commands?: readonly Command[];
  readonly settings?: readonly SettingsSection[];
  readonly status?: readonly StatusItem[];
  readonly palette?: readonly PaletteSource[];
  readonly places?: readonly SidebarPlace[];
  readonly spiderPanes?: readonly SpiderPane[];
  /** The first items of a run, for its overview; one feature adds them. */
  readonly runRows?: ComponentType<RunRowsProps>;
  /** Asks a person to log in; one feature adds it. */
  readonly logIn?: (wanted: WantedLogin) => void;
  /** What marks a version in the list of versions of a spider; one feature adds it. */
  readonly versionMark?: ComponentType<VersionMarkProps>;
  /** What can be done with a start request in the form of its spider; one feature adds it. */
  readonly startRequestAction?: ComponentType<StartRequestProps>;
  /** Entries of the menu that every spider in the sidebar has. */
  readonly spiderMenu?: (spider: SpiderSummary) => readonly MenuEntry[];
  /** Entries of the menu that every project in the sidebar has, by the project's name. */
  readonly projectMenu?: (project: string) => readonly MenuEntry[];
  /** Always mounted beside the workbench: dialogs that a command opens, and things that listen. Renders nothing else. */
  readonly background?: ComponentType;
}

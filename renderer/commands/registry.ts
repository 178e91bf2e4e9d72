import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

/** Where a command would run: what had the focus when the key was pressed or the palette opened. */
export interface CommandContext {
  readonly target: Element | null;
}

/** Something a person can do, from the palette, a menu, a button or the keyboard. */
export interface Command {
  /** Stable, with the feature first: "run.pause". Preferences name it. */
  readonly id: string;
  /** What it does, in the imperative: "Pause the run". */
  readonly title: string;
  /** The heading it stands under in the palette and the sheet of shortcuts. */
  readonly category: string;
  /** Further words that the search finds it by. */
  readonly keywords?: readonly string[];
  /** Default shortcuts, as `keys.ts` writes them; users can change them. */
  readonly keys?: readonly string[];
  /** Whether it can run now; default: always. Commands that cannot run are not shown. */
  readonly when?: (context: CommandContext) => boolean;
  /** Not in the palette, for example because it is the palette. */
  readonly hidden?: boolean;
  /** Whether its shortcut also works while a dialog is open. */
  readonly worksInDialogs?: boolean;
  readonly run: (context: CommandContext) => void | Promise<void>;
}

interface Registry {
  /** In the order of registration; of two with one id the later one counts, so that a screen can take a command over. */
  commands: readonly Command[];
}

/** The commands of all mounted components. */
export const useRegistry = create<Registry>(() => ({ commands: [] }));

/** Adds commands. @returns removes them */
export function registerCommands(commands: readonly Command[]): () => void {
  useRegistry.setState((state) => ({ commands: [...state.commands, ...commands] }));
  return () =>
    useRegistry.setState((state) => ({
      commands: state.commands.filter((command) => !commands.includes(command)),
    }));
}

/** The command of an id, if there is one now. */
export function findCommand(id: string): Command | undefined {
  return useRegistry.getState().commands.findLast((command) => command.id === id);
}

/** Whether the command's own condition allows it now. */
export function canRun(command: Command, context: CommandContext): boolean {
  return command.when?.(context) !== false;
}

/** Runs a command by its id, if it can run now. @returns whether it did */
export function runCommand(id: string, target: Element | null = document.activeElement): boolean {
  const command = findCommand(id);
  const context = { target };
  if (command === undefined || !canRun(command, context)) return false;
  void command.run(context);
  return true;
}

/**
 * Offers commands while the component is shown. They may be made anew with every render: the ids decide when they are
 * registered again, and what runs is always the newest `run` and `when`.
 */
export function useCommands(commands: readonly Command[]): void {
  const newest = useRef(commands);
  useLayoutEffect(() => {
    newest.current = commands;
  });
  const key = commands.map((command) => `${command.id}:${command.title}:${command.keys?.join()}`).join('|');
  useEffect(() => {
    const find = (id: string) => newest.current.find((command) => command.id === id);
    return registerCommands(
      newest.current.map((command) => ({
        ...command,
        when: (context) => find(command.id)?.when?.(context) !== false,
        run: (context) => find(command.id)?.run(context),
      })),
    );
  }, [key]);
}

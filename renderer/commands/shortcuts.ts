import { usePreferencesStore } from '../state/preferences.ts';
import { keysOf } from './keymap.ts';
import { platform, strokeOf } from '../ui/keys.ts';
import {
  canRun,
  findCommand,
  runCommand,
  useRegistry,
  type Command,
  type CommandContext,
} from './registry.ts';

/** The time for the second stroke of a shortcut, in milliseconds. */
const chordMs = 1500;

const editable = 'input, textarea, select, [contenteditable="true"], [role="textbox"], .monaco-editor';
/** What Escape closes, or means something else in. */
const escapes = '.monaco-editor, [role="dialog"], [role="alertdialog"], [role="menu"], [data-records-keys]';
/** Widgets that handle typed letters themselves. */
const typing = `${editable}, [role="menu"], [role="listbox"], [role="combobox"]`;

/** Keys that belong to text fields, even if a command has them as a shortcut. */
const textKeys =
  /^(?:Mod\+[ACVXZY]|Mod\+Shift\+Z|(?:Shift\+)?(?:.|Enter|Tab|Backspace|Delete|Space|Up|Down|Left|Right|Home|End|PageUp|PageDown))$/u;

/** On a Mac, Alt types signs and moves by words. */
const neededForTyping = (stroke: string) =>
  textKeys.test(stroke) || (platform === 'mac' && stroke.startsWith('Alt+'));

/**
 * Listens to the whole window and runs commands. It hears keys before the focused widget does, so that the palette opens
 * from within the editor, but leaves alone what a text field or a menu needs. Escape leaves a text field that has no use for it: the
 * shortcuts of one key, which are letters there, work then. Returns what ends that.
 */
export function listenForShortcuts(target: Window = window): () => void {
  let pending: { stroke: string; until: number } | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const stroke = strokeOf(event);
    const element = event.target instanceof Element ? event.target : null;
    if (stroke === null || isWithin(element, '[data-records-keys]')) return;
    const typed = pending !== null && event.timeStamp < pending.until ? `${pending.stroke} ${stroke}` : null;
    pending = null;
    if (isWithin(element, typing) && neededForTyping(stroke)) return;
    const context = { target: element };
    const command = (typed === null ? null : match(typed, context)) ?? match(stroke, context);
    if (command !== null) {
      event.preventDefault();
      event.stopPropagation();
      void command.run(context);
    } else if (begins(stroke, context)) {
      pending = { stroke, until: event.timeStamp + chordMs };
    }
  };
  target.addEventListener('keydown', onKeyDown, { capture: true });
  target.addEventListener('keydown', leaveField);
  return () => {
    target.removeEventListener('keydown', onKeyDown, { capture: true });
    target.removeEventListener('keydown', leaveField);
  };
}

/** Hears of Escape after the field has. */
function leaveField(event: KeyboardEvent): void {
  const { target, key, defaultPrevented, isComposing } = event;
  if (key !== 'Escape' || defaultPrevented || isComposing || !(target instanceof HTMLElement)) return;
  if (target.matches(editable) && !isWithin(target, escapes)) target.blur();
}

/** Runs a command of the application's menu, unless a dialog is open. */
export function runFromMenu(id: string): void {
  const context = { target: document.activeElement };
  const command = findCommand(id);
  if (command !== undefined && (command.worksInDialogs === true || !inDialog(context))) runCommand(id);
}

const isWithin = (element: Element | null, selector: string) =>
  element !== null && element.closest(selector) !== null;

function inDialog(context: CommandContext): boolean {
  return isWithin(context.target, '[role="dialog"], [role="alertdialog"]');
}

function candidates(context: CommandContext): { command: Command; keys: string[] }[] {
  const { keymap } = usePreferencesStore.getState().preferences;
  // Later registrations first: commands of a screen take precedence over those of the window.
  return useRegistry
    .getState()
    .commands.toReversed()
    .filter((command) => command.worksInDialogs === true || !inDialog(context))
    .map((command) => ({ command, keys: keysOf(command, keymap) }));
}

function match(strokes: string, context: CommandContext): Command | null {
  const found = candidates(context).find(
    ({ command, keys }) => keys.includes(strokes) && canRun(command, context),
  );
  return found?.command ?? null;
}

function begins(stroke: string, context: CommandContext): boolean {
  return candidates(context).some(
    ({ command, keys }) => keys.some((each) => each.startsWith(`${stroke} `)) && canRun(command, context),
  );
}

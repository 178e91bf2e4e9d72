import type { CallArgs } from '../../../shared/contract/index.ts';
import type { SpiderChange } from '../../../shared/contract/types.ts';
import { typedValue } from '../../run-options/overrides.ts';
import { counted } from '../../ui/format.ts';
import { valueOfText } from './setting-text.ts';

/** A line of the form: what is to be done with one setting. */
export interface SettingEdit {
  readonly id: number;
  /** '': not chosen yet. */
  readonly name: string;
  readonly what: 'set' | 'unset';
  /** The value as it is entered. */
  readonly text: string;
}

/** What is to be changed, as a person has entered it. */
export interface ChangeForm {
  readonly edits: readonly SettingEdit[];
  /** A domain or the beginning of URLs; '': nothing is replaced. */
  readonly from: string;
  readonly to: string;
  /** Whether unsaved edits are changed as well. */
  readonly drafts: boolean;
}

type Change = Pick<CallArgs<'spiders.changeMany'>, 'set' | 'unset' | 'replaceUrl' | 'drafts'>;

/** What is to be changed, as the call takes it; null: nothing yet. */
export function requestOf({ edits, from, to, drafts }: ChangeForm): Change | null {
  const chosen = edits.filter(({ name }) => name !== '');
  const set = chosen.filter(({ what, text }) => what === 'set' && text.trim() !== '');
  const unset = chosen.filter(({ what }) => what === 'unset');
  const replaces = from.trim() !== '' && to.trim() !== '';
  if (set.length + unset.length === 0 && !replaces) return null;
  return {
    set: Object.fromEntries(set.map(({ name, text }) => [name, valueOfText(name, text)])),
    unset: unset.map(({ name }) => name),
    ...(replaces ? { replaceUrl: { from: from.trim(), to: to.trim() } } : {}),
    drafts: drafts ? 'change' : 'leave',
  };
}

/** Whether a spider gets a version if it is chosen. */
export const canChange = ({ changed, left }: SpiderChange): boolean => changed && left === null;

/** How many spiders change and how many stay as they are, and why: "3 of 12 change; 1 has unsaved edits; 8 stay as they are". */
export function previewWords(changes: readonly SpiderChange[]): string {
  const drafts = changes.filter(({ left }) => left === 'draft').length;
  const invalid = changes.filter(({ left }) => left === 'invalid').length;
  const change = changes.filter(canChange).length;
  const parts = [
    `${change} of ${counted(changes.length, 'spider')} ${change === 1 ? 'changes' : 'change'}`,
    drafts === 0 ? null : `${drafts} left because of unsaved edits`,
    invalid === 0 ? null : `${invalid} would not be valid`,
  ];
  return parts.filter((part) => part !== null).join('; ');
}

/** What becomes of a setting: "DOWNLOAD_DELAY 0.25 → 2", "… removed", "… 2 added". */
export function settingWords({ key, before, after }: SpiderChange['settings'][number]): string {
  if (after === undefined) return `${key} ${typedValue(before)} removed`;
  return before === undefined
    ? `${key} ${typedValue(after)} added`
    : `${key} ${typedValue(before)} → ${typedValue(after)}`;
}

/** A line of a unified diff. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'kept' | 'place';
  readonly text: string;
}

/** The lines of a unified diff without the names of its files. */
export function diffLines(diff: string): DiffLine[] {
  return diff
    .split('\n')
    .filter((line) => line !== '' && !/^(?:---|\+\+\+) /u.test(line) && !line.startsWith('\\'))
    .map((line) => {
      const [sign = ''] = line;
      if (sign === '@') return { kind: 'place', text: line };
      const kind = sign === '+' ? 'added' : sign === '-' ? 'removed' : 'kept';
      return { kind, text: line.slice(1) };
    });
}

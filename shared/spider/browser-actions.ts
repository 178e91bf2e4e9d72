import type { GivenAction } from './actions-schema.ts';
import type { Settings } from './settings-schema.ts';

/** What an action does; exactly one of these keys is set. */
export const actionKinds = ['click', 'fill', 'press', 'scroll', 'wait_for', 'dismiss'] as const;
/** The kind of an action. */
export type ActionKind = (typeof actionKinds)[number];

/** Keys that only some kinds of action read. */
export const actionOptions: Readonly<Record<'value' | 'times' | 'until' | 'wait', readonly ActionKind[]>> = {
  value: ['fill'],
  times: ['click', 'scroll'],
  until: ['click'],
  wait: ['click', 'scroll'],
};

/** What one action does, with its defaults. Times in milliseconds. */
export type ActionStep =
  | { kind: 'click'; selector: string; times: number; until: 'gone' | 'no-change' | null; waitMs: number }
  | { kind: 'fill'; selector: string; value: string }
  | { kind: 'press'; key: string }
  | { kind: 'scroll'; times: number; waitMs: number }
  | { kind: 'wait_for'; selector: string }
  | { kind: 'dismiss'; selector: string };

/** An action of BROWSER_ACTIONS, complete. */
export interface BrowserAction {
  /** Name in messages, such as `BROWSER_ACTIONS[0]`. */
  label: string;
  step: ActionStep;
  /** Patterns, one of which must be found in the URL of the page; null: any page. */
  on: readonly string[] | null;
  /** Whether the page fails if the target is not there. */
  required: boolean;
}

const usualTimes = { once: 1, until: 20, scroll: 5 };
const usualWait = 1;

/** Reads BROWSER_ACTIONS. @param settings of a spider that `validateSpider` accepts */
export function readActions(settings: Settings | null | undefined): readonly BrowserAction[] {
  return (settings?.BROWSER_ACTIONS ?? []).flatMap((given, index) => {
    const step = stepOf(given);
    if (step === null) return [];
    const { on = null, required } = given;
    return [{ label: `BROWSER_ACTIONS[${index}]`, step, on, required: required === true }];
  });
}

function stepOf(given: GivenAction): ActionStep | null {
  const { click, fill, press, scroll, wait_for: waitFor, dismiss, value, until = null } = given;
  const waitMs = Math.round((given.wait ?? usualWait) * 1000);
  if (isGiven(click)) {
    const times = given.times ?? (until === null ? usualTimes.once : usualTimes.until);
    return { kind: 'click', selector: click, times, until, waitMs };
  }
  if (isGiven(fill)) return { kind: 'fill', selector: fill, value: value ?? '' };
  if (isGiven(press)) return { kind: 'press', key: press };
  if (isGiven(scroll)) return { kind: 'scroll', times: given.times ?? usualTimes.scroll, waitMs };
  if (isGiven(waitFor)) return { kind: 'wait_for', selector: waitFor };
  if (isGiven(dismiss)) return { kind: 'dismiss', selector: dismiss };
  return null;
}

const isGiven = (text: string | null | undefined): text is string => text !== null && text !== undefined;

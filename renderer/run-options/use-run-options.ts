import { useMemo, useState } from 'react';
import { isWorkers, workersWords } from '../../shared/run-workers.ts';
import { useHasFleet } from '../state/fleet.ts';
import { useCall } from '../state/query.ts';
import { checkOverrides, type OverrideProblem } from './check-overrides.ts';
import type { SpiderName } from './spider-picker.tsx';
import type { StartChoice } from './start-memory.ts';
import { givenArgs, missingArgs, startPlan, type StartPlan } from './start-plan.ts';

/** The number of processes of a run, while it is being typed. */
export interface WorkersState {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly error: string | null;
}

/** What a run of a spider is to do, while it is being chosen. */
export interface RunOptionsState {
  readonly choice: StartChoice;
  readonly change: (next: Partial<StartChoice>) => void;
  /** The most items of a test run, as typed. */
  readonly limitText: string;
  readonly setLimitText: (text: string) => void;
  readonly limitError: string | null;
  /** The number of processes; null: nobody chooses it, as workers of a fleet carry out all runs. */
  readonly workers: WorkersState | null;
  /** What is wrong with the settings, by their names. */
  readonly problems: ReadonlyMap<string, OverrideProblem>;
  readonly plan: StartPlan;
  /** The spider's newest version; null: not known yet. */
  readonly text: string | null;
  /** Whether something has to be mended before a run can begin. */
  readonly wrong: boolean;
  /** What was chosen, with what was typed read. */
  readonly given: StartChoice;
}

/** Keeps what a run of a spider is to do. @param first what it begins with @param onChange hears of every change */
export function useRunOptions(
  { project, spider }: SpiderName,
  first: () => StartChoice,
  onChange: () => void,
): RunOptionsState {
  const [choice, setChoice] = useState(first);
  const [limitText, setLimitText] = useState(String(choice.limit));
  const [workersText, setWorkersText] = useState(String(choice.workers));
  const hasFleet = useHasFleet();
  const { value } = useCall('spiders.get', { project, spider });
  const text = value?.text ?? null;
  const problems = checkOverrides(text, choice.overrides);
  const plan = useMemo(() => startPlan(text, choice.overrides), [text, choice.overrides]);
  const limit = Number(limitText);
  const limitError =
    choice.kind === 'test' && (!Number.isInteger(limit) || limit < 1)
      ? 'A test run needs a whole number of items, 1 or more.'
      : null;
  const workers = Number(workersText);
  const workersError = hasFleet || isWorkers(workers) ? null : `It is a ${workersWords}.`;
  return {
    choice,
    change(next) {
      setChoice((before) => ({ ...before, ...next }));
      onChange();
    },
    limitText,
    setLimitText(next) {
      setLimitText(next);
      onChange();
    },
    limitError,
    workers: hasFleet
      ? null
      : {
          text: workersText,
          setText(next) {
            setWorkersText(next);
            onChange();
          },
          error: workersError,
        },
    problems,
    plan,
    text,
    wrong:
      limitError !== null ||
      workersError !== null ||
      missingArgs(plan, choice.args).length > 0 ||
      [...problems.values()].some(({ severity }) => severity === 'error'),
    given: {
      ...choice,
      args: givenArgs(plan, choice.args),
      ...(limitError === null ? { limit } : {}),
      ...(isWorkers(workers) ? { workers } : {}),
    },
  };
}

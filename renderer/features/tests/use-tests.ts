import { useEffect, useSyncExternalStore } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { useDocument, type SpiderKey } from '../../spider-document/document.ts';
import { isDirty } from '../../spider-document/document-status.ts';
import { TestRunner } from '../../state/test-runner.ts';
import { useTopic } from '../../state/topics.ts';

/** The grid of a spider. */
export type TestReport = CallValue<'tests.run'>;

/** The tests of the text that is edited. */
export interface Tests {
  /** The newest grid; while a text cannot be tested that of the last one that could. */
  readonly report: TestReport | null;
  /** Why the present text cannot be tested. */
  readonly error: CallError | null;
  readonly running: boolean;
  readonly again: () => void;
}

interface Shared {
  readonly runner: TestRunner<'tests.run'>;
  last: TestReport | null;
  users: number;
}

const all = new Map<string, Shared>();

function sharedOf({ project, spider }: SpiderKey): Shared {
  const id = JSON.stringify([project, spider]);
  const known = all.get(id) ?? { runner: new TestRunner('tests.run'), last: null, users: 0 };
  all.set(id, known);
  return known;
}

/** The edited text of a spider; undefined: there are no edits. */
export const useEditedText = (key: SpiderKey): string | undefined =>
  useDocument(key, (document) => (isDirty(document) ? document.text : undefined)) ?? undefined;

/**
 * The tests of a spider, run again with every change of its text, its pages and its locked values. All that show them share one run.
 * @param wanted whether they are asked for; else only what others ask is given
 */
export function useTests(key: SpiderKey, wanted: boolean): Tests {
  const { project, spider } = key;
  const shared = sharedOf(key);
  const { runner } = shared;
  const text = useEditedText(key);
  const version = useDocument(key, ({ base }) => base.version);
  const subject = JSON.stringify([project, spider]);
  const state = useSyncExternalStore(runner.subscribe, () => runner.stateOf(subject));
  if (state.value !== null) shared.last = state.value;
  useEffect(() => {
    if (wanted) runner.ask({ project, spider, ...(text === undefined ? {} : { text }) }, subject);
  });
  useEffect(() => {
    if (wanted) runner.again();
  }, [runner, version, wanted]);
  useTopic('pages', wanted ? { project, spider } : null, () => runner.again());
  useEffect(() => {
    if (!wanted) return undefined;
    const mine = sharedOf({ project, spider });
    mine.users += 1;
    return () => {
      mine.users -= 1;
      if (mine.users === 0) mine.runner.close();
    };
  }, [project, spider, wanted]);
  return {
    report: state.value ?? shared.last,
    error: state.error,
    running: state.running,
    again: () => runner.again(),
  };
}

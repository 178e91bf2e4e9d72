import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { TestRunner } from '../../state/test-runner.ts';
import { useTopic } from '../../state/topics.ts';
import { useEditedText } from './use-tests.ts';

/** The newer copies of the saved pages of a spider, compared with the earlier ones. */
export type DriftReport = CallValue<'tests.drift'>;

/** Compares them, again with every change of the text and of the pages. */
export function useDrift(key: SpiderKey): {
  report: DriftReport | null;
  error: CallError | null;
  again: () => void;
} {
  const { project, spider } = key;
  const [runner] = useState(() => new TestRunner('tests.drift'));
  const text = useEditedText(key);
  const subject = JSON.stringify([project, spider]);
  const state = useSyncExternalStore(runner.subscribe, () => runner.stateOf(subject));
  useEffect(() => runner.ask({ project, spider, ...(text === undefined ? {} : { text }) }, subject));
  useEffect(() => () => runner.close(), [runner]);
  useTopic('pages', { project, spider }, () => runner.again());
  return { report: state.value, error: state.error, again: () => runner.again() };
}

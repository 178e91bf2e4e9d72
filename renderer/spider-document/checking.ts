import { useEffect } from 'react';
import type { FixableProblem } from '../../shared/contract/types.ts';
import { getDocument, updateDocument, useDocumentText, type SpiderKey, dismissNotice } from './document.ts';
import { getClient } from '../state/client.ts';
import { emptyProblems, emptyTargetProblems } from './empty-problems.ts';
import { checkText } from './validation.ts';

/** The pause in typing before the text is checked, in milliseconds. */
const pauseMs = 120;

/** Keeps the problems of a document up to date while it is shown. */
export function useChecking(key: SpiderKey): void {
  const text = useDocumentText(key);
  useEffect(() => {
    if (text === null || getDocument(key)?.checked === text) return undefined;
    const first = getDocument(key)?.checked === null;
    const timer = setTimeout(() => void check(key, text), first ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text, key.project, key.spider]);
}

async function check(key: SpiderKey, text: string): Promise<void> {
  const problems = await checkText(text);
  // The text has changed meanwhile and is checked separately; its marks have moved with it.
  if (getDocument(key)?.text !== text) return;
  updateDocument(key, { problems, checked: text });
  if (problems.some(({ severity }) => severity === 'error')) return;
  dismissNotice(key, 'refused');
  await addEmptyFields(key, text, problems);
}

/** Adds the fields that are empty on all saved pages, which takes longer to know, unless the text has changed meanwhile. */
async function addEmptyFields(
  key: SpiderKey,
  text: string,
  problems: readonly FixableProblem[],
): Promise<void> {
  const { project, spider } = key;
  const answer = await getClient().call('tester.empty', { project, spider, text });
  if (!answer.ok || answer.value.fields.length + answer.value.selectors.length === 0) return;
  const document = getDocument(key);
  if (document?.text !== text || document.problems !== problems) return;
  const { fields, selectors } = answer.value;
  const empty = [...emptyProblems(text, fields), ...emptyTargetProblems(text, selectors)];
  const inOrder = [...problems, ...empty].toSorted(
    (a, b) => offsetOfProblem(text, a) - offsetOfProblem(text, b),
  );
  updateDocument(key, { problems: inOrder });
}

/** Where a problem begins in the text; problems of the whole document stand at its beginning. */
export function offsetOfProblem(text: string, { line, column }: FixableProblem): number {
  if (line === null || column === null) return 0;
  let begin = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const lineEnd = text.indexOf('\n', begin);
    if (lineEnd < 0) return text.length;
    begin = lineEnd + 1;
  }
  return Math.min(text.length, begin + column - 1);
}

/** The next or previous problem from an offset, wrapping around; null if there is none. */
export function problemFrom(
  text: string,
  problems: readonly FixableProblem[],
  caret: number,
  step: 1 | -1,
): FixableProblem | null {
  const placed = problems.map((problem) => ({ problem, offset: offsetOfProblem(text, problem) }));
  placed.sort((a, b) => a.offset - b.offset);
  const found =
    step === 1
      ? (placed.find(({ offset }) => offset > caret) ?? placed[0])
      : (placed.findLast(({ offset }) => offset < caret) ?? placed.at(-1));
  return found?.problem ?? null;
}

import { create } from 'zustand';
import type { Problem, SavedSpider } from '../../shared/contract/types.ts';
import type { Result, CallError } from '../../shared/contract/errors.ts';
import { getClient } from '../state/client.ts';
import { toast } from '../state/toasts.ts';
import { closeTab, tabKey } from '../navigation/open-tabs.ts';
import { navigate } from '../navigation/router.ts';
import {
  getDocument,
  setDocument,
  updateDocument,
  type SpiderDocument,
  type SpiderKey,
  dismissNotice,
  addNotice,
  replaceAll,
} from './document.ts';
import { discardEdits, inTurn, keepDraft } from './drafts.ts';
import { dropEdits } from './kept-edits.ts';
import { asEdited } from './line-ends.ts';

/** A question that must be answered before a text can be saved. */
export type SaveQuestion = SpiderKey &
  (
    | { readonly kind: 'stale'; readonly version: number; readonly theirs: string }
    | { readonly kind: 'name'; readonly name: string }
  );

interface Saving {
  readonly question: SaveQuestion | null;
  /** Which spiders are being saved. */
  readonly busy: string | null;
}

/** The question that saving waits for, and the spider that is being saved. */
export const useSaving = create<Saving>(() => ({ question: null, busy: null }));

interface SaveChoices {
  readonly overwrite?: boolean;
  readonly nameChange?: 'rename' | 'copy';
}

/**
 * Saves the text as a new version. What cannot become a version is kept as a draft, and the screen says why; what needs a
 * decision is asked. Whether a version was saved, or there was nothing to save.
 */
export async function saveDocument(key: SpiderKey, choices: SaveChoices = {}): Promise<boolean> {
  const document = getDocument(key);
  if (document === null || useSaving.getState().busy !== null) return false;
  useSaving.setState({ busy: key.spider, question: null });
  // A draft that is being stored comes first, so that the version replaces it.
  const answer = await inTurn(key, () => save(key, choices));
  useSaving.setState({ busy: null });
  if (answer === null) return false;
  if (!answer.ok) {
    await explain(document, answer.error);
    return false;
  }
  const { version, unchanged } = answer.value;
  if (unchanged) toast.information(`Version ${version} has this text already`);
  else toast.success(`Saved as version ${version}`);
  return true;
}

async function save(key: SpiderKey, choices: SaveChoices): Promise<Result<SavedSpider> | null> {
  const document = getDocument(key);
  if (document === null) return null;
  const { project, spider, text, base, draft } = document;
  const answer = await getClient().call('spiders.save', {
    project,
    spider,
    text,
    base: base.version,
    knownDraft: draft?.revision ?? null,
    ...choices,
  });
  if (!answer.ok) return answer;
  const { value } = answer;
  for (const kind of ['refused', 'restored', 'newer'] as const) dismissNotice(key, kind);
  const saved = { version: value.version, text };
  dropEdits(key);
  if (value.spider === spider) updateDocument(key, { base: saved, draft: null, keptHere: null });
  else
    moveTo(document, { project: value.project, spider: value.spider }, saved, choices.nameChange === 'copy');
  return answer;
}

async function explain(document: SpiderDocument, error: CallError): Promise<void> {
  const { project, spider } = document;
  if (error.code === 'invalid-spider') {
    await keepDraft(document);
    const problems = problemsOf(error);
    const [first] = problems;
    addNotice(document, {
      kind: 'refused',
      message: first?.message ?? error.message,
      pointer: first?.pointer ?? '',
      others: Math.max(0, problems.length - 1),
    });
    return;
  }
  if (error.code === 'stale-version') {
    const newest = await getClient().call('spiders.get', { project, spider });
    if (!newest.ok) return void toast.error(newest.error, 'The spider was not saved.');
    const { summary, text } = newest.value;
    useSaving.setState({
      question: { project, spider, kind: 'stale', version: summary.version, theirs: asEdited(text) },
    });
    return;
  }
  const name = error.details['name'];
  if (error.code === 'name-changed' && typeof name === 'string') {
    useSaving.setState({ question: { project, spider, kind: 'name', name } });
    return;
  }
  if (error.code === 'cancelled') return;
  await keepDraft(document);
  toast.error(error, 'The spider was not saved.');
}

function problemsOf({ details }: CallError): Pick<Problem, 'message' | 'pointer'>[] {
  const problems = details['problems'];
  if (!Array.isArray(problems)) return [];
  return problems.filter(isProblem).filter(({ severity }) => severity === 'error');
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pointer' in value &&
    'message' in value &&
    'severity' in value
  );
}

/** Moves the document after a rename, or opens the copy. */
function moveTo(
  document: SpiderDocument,
  to: SpiderKey,
  base: SpiderDocument['base'],
  copied: boolean,
): void {
  const from = { project: document.project, spider: document.spider };
  const text = getDocument(from)?.text ?? base.text;
  setDocument(to, { ...document, ...to, text, base, draft: null, keptHere: null, notices: [] });
  navigate(['spider', to.project, to.spider, 'author'], { replace: !copied });
  if (copied) void discardEdits(from);
  else {
    setDocument(from, null);
    closeTab(tabKey({ segments: ['spider', from.project, from.spider] }));
  }
}

/** Discards the edits in favour of the version that was saved elsewhere. */
export function takeTheirs(question: SaveQuestion & { kind: 'stale' }): void {
  updateDocument(question, { base: { version: question.version, text: question.theirs } });
  replaceAll(question, question.theirs, 'Take over a newer version');
  updateDocument(question, { notices: [] });
  useSaving.setState({ question: null });
  void keepDraft(question);
}

/** Opens the question about a version that was saved elsewhere without saving. */
export async function compareWithNewest(key: SpiderKey): Promise<void> {
  const document = getDocument(key);
  if (document === null) return;
  const { project, spider } = key;
  const newest = await getClient().call('spiders.get', { project, spider });
  if (!newest.ok) return void toast.error(newest.error, 'The latest version could not be loaded.');
  const { summary, text } = newest.value;
  useSaving.setState({
    question: { project, spider, kind: 'stale', version: summary.version, theirs: asEdited(text) },
  });
}

/** Saves the text of an old version as a new one, and shows it. Undo brings unsaved edits back. */
export async function restoreVersion(key: SpiderKey, version: number): Promise<boolean> {
  const { project, spider } = key;
  const answer = await getClient().call('spiders.restore', { project, spider, version });
  if (!answer.ok) {
    if (answer.error.code === 'invalid-spider') {
      toast.error(answer.error, `Version ${version} cannot become the newest one`);
    } else toast.error(answer.error, 'The version was not restored.');
    return false;
  }
  const restored = await getClient().call('spiders.version', {
    project,
    spider,
    version: answer.value.version,
  });
  if (!restored.ok) return false;
  const text = asEdited(restored.value.text);
  updateDocument(key, { base: { version: answer.value.version, text }, notices: [] });
  replaceAll(key, text, `Restore version ${version}`);
  void keepDraft(key);
  toast.success(`Version ${version} is the newest again, as version ${answer.value.version}`);
  return true;
}

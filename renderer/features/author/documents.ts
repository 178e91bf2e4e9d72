import type { CallError } from '../../../shared/contract/errors.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { getClient } from '../../state/client.ts';
import {
  getAuthor,
  keyOf,
  replaceText,
  setAuthor,
  updateAuthor,
  useAuthors,
  type AuthorDocument,
  type AuthorNotice,
  type SpiderKey,
} from './author-state.ts';
import { asEdited } from './line-ends.ts';

/** How long typing has to pause before the edits are kept as a draft, in milliseconds. */
const draftPauseMs = 700;

export const isDirty = ({ text, base }: Pick<AuthorDocument, 'text' | 'base'>) => text !== base.text;

/** Reads a spider with what was left of its edits, unless it is open already. The error, or null. */
export async function openAuthor(key: SpiderKey): Promise<CallError | null> {
  keepDrafts();
  if (getAuthor(key) !== null) {
    await noticeNewer(key);
    return null;
  }
  const answer = await getClient().call('spiders.get', { project: key.project, spider: key.spider });
  if (!answer.ok) return answer.error;
  if (getAuthor(key) === null) setAuthor(key, opened(key, answer.value));
  return null;
}

function opened(key: SpiderKey, { text, summary, draft }: CallValue<'spiders.get'>): AuthorDocument {
  const base = { version: summary.version, text: asEdited(text) };
  const left = draft === null ? null : asEdited(draft.text);
  const restored = left !== null && left !== base.text;
  return {
    ...key,
    text: restored ? left : base.text,
    caret: 0,
    place: null,
    problems: [],
    checked: null,
    base,
    draftAt: draft?.updatedAt ?? null,
    notices:
      restored && draft !== null
        ? [
            {
              kind: 'restored',
              at: draft.updatedAt,
              version: draft.base === summary.version ? null : draft.base,
            },
          ]
        : [],
  };
}

/** Replaces the whole text in one step; what is the same at both ends is not touched, so that the caret stays. */
export function replaceAll(key: SpiderKey, text: string, label: string): void {
  const before = getAuthor(key)?.text;
  if (before === undefined || before === text) return;
  let begin = 0;
  const shorter = Math.min(before.length, text.length);
  while (begin < shorter && before[begin] === text[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  const edit = {
    offset: begin,
    length: before.length - begin - end,
    text: text.slice(begin, text.length - end),
  };
  replaceText(key, [edit], label);
}

export function notify(key: SpiderKey, notice: AuthorNotice): void {
  const others = (getAuthor(key)?.notices ?? []).filter((each) => each.kind !== notice.kind);
  updateAuthor(key, { notices: [...others, notice] });
}

export function dismissNotice(key: SpiderKey, kind: AuthorNotice['kind']): void {
  const notices = getAuthor(key)?.notices ?? [];
  if (notices.some((notice) => notice.kind === kind)) {
    updateAuthor(key, { notices: notices.filter((notice) => notice.kind !== kind) });
  }
}

/**
 * Looks whether another version is stored than the one that the edits began from. A text without edits becomes the newer
 * one; with edits, the person is told.
 */
export async function noticeNewer(key: SpiderKey): Promise<void> {
  const answer = await getClient().call('spiders.get', { project: key.project, spider: key.spider });
  const document = getAuthor(key);
  if (!answer.ok || document === null) return;
  const { version } = answer.value.summary;
  const text = asEdited(answer.value.text);
  // A spider that was deleted and made anew counts from 1 again.
  if (version === document.base.version && text === document.base.text) return;
  if (text === document.text || !isDirty(document)) {
    updateAuthor(key, { base: { version, text } });
    replaceAll(key, text, 'Take over a newer version');
    dismissNotice(key, 'newer');
  } else {
    notify(key, { kind: 'newer', version });
  }
}

/** Throws the edits away: the text is the stored one again. Can be undone as an edit. */
export async function discardEdits(key: SpiderKey): Promise<void> {
  const document = getAuthor(key);
  if (document === null) return;
  replaceAll(key, document.base.text, 'Discard the edits');
  updateAuthor(key, { notices: [] });
  await keepDraft(key);
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Calls under way, by document: drafts are written one after the other. */
const writing = new Map<string, Promise<void>>();
let follows = false;

/** Keeps the edits of all open documents as drafts, a moment after typing stops and when the window is left. */
function keepDrafts(): void {
  if (follows) return;
  follows = true;
  useAuthors.subscribe(({ documents }, { documents: before }) => {
    for (const [name, document] of Object.entries(documents)) {
      if (before[name] === undefined || before[name].text === document.text) continue;
      clearTimeout(timers.get(name));
      timers.set(
        name,
        setTimeout(() => void keepDraft(document), draftPauseMs),
      );
    }
  });
  const keepNow = () => {
    for (const document of Object.values(useAuthors.getState().documents)) {
      if (timers.has(keyOf(document))) void keepDraft(document);
    }
  };
  window.addEventListener('pagehide', keepNow);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keepNow());
}

/** Keeps the text as a draft now; forgets the draft where there are no edits. */
export async function keepDraft(key: SpiderKey): Promise<void> {
  const name = keyOf(key);
  clearTimeout(timers.get(name));
  timers.delete(name);
  const before = writing.get(name);
  if (before !== undefined) await before;
  const written = writeDraft(key);
  writing.set(name, written);
  await written;
  if (writing.get(name) === written) writing.delete(name);
}

async function writeDraft(key: SpiderKey): Promise<void> {
  const document = getAuthor(key);
  if (document === null) return;
  const { project, spider, text, base, draftAt } = document;
  const client = getClient();
  if (!isDirty(document)) {
    if (draftAt === null) return;
    const answer = await client.call('spiders.discardDraft', { project, spider, draft: null });
    if (answer.ok && !isDirtyNow(key)) updateAuthor(key, { draftAt: null });
    return;
  }
  const answer = await client.call('spiders.putDraft', {
    project,
    spider,
    draft: null,
    text,
    base: base.version,
  });
  if (answer.ok) {
    if (isDirtyNow(key)) updateAuthor(key, { draftAt: answer.value.updatedAt });
    dismissNotice(key, 'draft-failed');
  } else if (answer.error.code !== 'cancelled') {
    notify(key, { kind: 'draft-failed', message: answer.error.message });
  }
}

function isDirtyNow(key: SpiderKey): boolean {
  const document = getAuthor(key);
  return document !== null && isDirty(document);
}

import {
  getAuthor,
  replaceText,
  updateAuthor,
  type AuthorDocument,
  type AuthorNotice,
  type SpiderKey,
  type StoredDraft,
} from './author-state.ts';
import { asEdited } from './line-ends.ts';

/** Whether the text differs from the version that the edits began from. */
export const isDirty = ({ text, base }: Pick<AuthorDocument, 'text' | 'base'>) => text !== base.text;

/** Whether the window has edits that the host has not stored, as a version or as a draft. */
export function isUnkept(document: AuthorDocument): boolean {
  const wanted = isDirty(document) ? document.text : null;
  return wanted !== (document.draft?.text ?? null);
}

/** Whether the text is what the host has, so that nothing of this window is lost when it changes with that. */
export const isFollowing = ({ text, draft, base }: AuthorDocument) => text === (draft?.text ?? base.text);

/** The draft of another window that has to be decided about; null: there is none. */
export function conflictOf(document: AuthorDocument): StoredDraft | null {
  const notice = document.notices.find(({ kind }) => kind === 'conflict');
  return notice?.kind === 'conflict' ? notice.theirs : null;
}

/** A draft as the host tells it. */
export const storedDraft = ({ text, revision, updatedAt }: StoredDraft): StoredDraft => ({
  text: asEdited(text),
  revision,
  updatedAt,
});

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

/** Shows a notice above the text, in place of the one of its kind. */
export function notify(key: SpiderKey, notice: AuthorNotice): void {
  const others = (getAuthor(key)?.notices ?? []).filter((each) => each.kind !== notice.kind);
  updateAuthor(key, { notices: [...others, notice] });
}

/** Takes a notice away. */
export function dismissNotice(key: SpiderKey, kind: AuthorNotice['kind']): void {
  const notices = getAuthor(key)?.notices ?? [];
  if (notices.some((notice) => notice.kind === kind)) {
    updateAuthor(key, { notices: notices.filter((notice) => notice.kind !== kind) });
  }
}

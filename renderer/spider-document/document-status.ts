import type { SpiderDocument, StoredDraft } from './document.ts';
import { asEdited } from './line-ends.ts';

/** Whether the text differs from the version that the edits began from. */
export const isDirty = ({ text, base }: Pick<SpiderDocument, 'text' | 'base'>) => text !== base.text;

/** Whether the window has edits that the host has not stored, as a version or as a draft. */
export function isUnkept(document: SpiderDocument): boolean {
  const wanted = isDirty(document) ? document.text : null;
  return wanted !== (document.draft?.text ?? null);
}

/** Whether the text equals that of the host, so that it can follow changes without losing edits. */
export const isFollowing = ({ text, draft, base }: SpiderDocument) => text === (draft?.text ?? base.text);

/** The conflicting draft of another window; null if there is none. */
export function conflictOf(document: SpiderDocument): StoredDraft | null {
  const notice = document.notices.find(({ kind }) => kind === 'conflict');
  return notice?.kind === 'conflict' ? notice.theirs : null;
}

/** A draft of the host as the document stores it. */
export const storedDraft = ({ text, revision, updatedAt }: StoredDraft): StoredDraft => ({
  text: asEdited(text),
  revision,
  updatedAt,
});

import type { CallError } from '../../shared/contract/errors.ts';
import type { CallValue } from '../../shared/contract/index.ts';
import { getClient } from '../state/client.ts';
import {
  getDocument,
  setDocument,
  type SpiderDocument,
  type DocumentNotice,
  type SpiderKey,
} from './document.ts';
import { storedDraft } from './document-status.ts';
import { keepDraft, keepHere, reconcile } from './drafts.ts';
import { reportHomeless } from './homeless-edits.ts';
import { leftEdits, type KeptEdits } from './kept-edits.ts';
import { asEdited } from './line-ends.ts';

/** Reads a spider with its unsaved edits, unless it is open already. @returns the error, or null */
export async function openDocument(key: SpiderKey): Promise<CallError | null> {
  if (getDocument(key) !== null) {
    await reconcile(key);
    return null;
  }
  const { project, spider } = key;
  const [left] = await leftEdits(key);
  const answer = await getClient().call('spiders.get', { project, spider });
  if (!answer.ok) return answer.error;
  const begun = left?.edits.base ?? answer.value.draft?.base ?? null;
  const base = await versionOf(key, answer.value, begun);
  // It may have been opened elsewhere meanwhile.
  if (getDocument(key) !== null) return null;
  setDocument(key, opened(key, answer.value, base, left?.edits ?? null));
  left?.drop();
  keepHere(key);
  void keepDraft(key);
  return null;
}

/** Restores unsaved edits of this window before a reload, and of closed windows. */
export async function bringBack(): Promise<void> {
  for (const { edits, drop } of await leftEdits()) {
    const { project, spider, text } = edits;
    const key = { project, spider };
    if (getDocument(key) !== null) continue;
    const error = await openDocument(key);
    if (error?.code === 'unknown-spider') reportHomeless(key, text, drop);
  }
}

type Base = SpiderDocument['base'];

/** The version that edits began from; the newest if there are no edits, or that version is gone. */
async function versionOf(
  key: SpiderKey,
  { summary, text }: CallValue<'spiders.get'>,
  begun: number | null,
): Promise<Base> {
  const newest = { version: summary.version, text: asEdited(text) };
  if (begun === null || begun === summary.version) return newest;
  const { project, spider } = key;
  const answer = await getClient().call('spiders.version', { project, spider, version: begun });
  return answer.ok ? { version: begun, text: asEdited(answer.value.text) } : newest;
}

function opened(
  key: SpiderKey,
  { text, summary, draft: given }: CallValue<'spiders.get'>,
  base: Base,
  left: KeptEdits | null,
): SpiderDocument {
  const newest = { version: summary.version, text: asEdited(text) };
  const draft = given === null ? null : storedDraft(given);
  const edited = left?.text ?? draft?.text ?? null;
  const restored = edited !== null && edited !== newest.text && edited !== base.text;
  // The restored edits are based on another draft than that of the host.
  const conflict =
    restored && left !== null && draft !== null && draft.text !== left.text && draft.revision !== left.known;
  const notices: DocumentNotice[] = [];
  if (restored) {
    const at = left?.at ?? draft?.updatedAt ?? '';
    notices.push({ kind: 'restored', at, version: base.version === newest.version ? null : base.version });
    if (base.version !== newest.version) notices.push({ kind: 'newer', version: newest.version });
    if (conflict) notices.push({ kind: 'conflict', theirs: draft });
  }
  return {
    ...key,
    text: restored ? edited : newest.text,
    caret: 0,
    place: null,
    problems: [],
    checked: null,
    base: restored ? base : newest,
    draft: conflict ? null : draft,
    keptHere: null,
    notices,
  };
}

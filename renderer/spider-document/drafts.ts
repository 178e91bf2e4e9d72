import type { CallError } from '../../shared/contract/errors.ts';
import type { CallValue } from '../../shared/contract/index.ts';
import { getClient } from '../state/client.ts';
import {
  getDocument,
  keyOf,
  setDocument,
  updateDocument,
  type SpiderDocument,
  type SpiderKey,
  dismissNotice,
  addNotice,
  replaceAll,
} from './document.ts';
import { conflictOf, isDirty, isFollowing, isUnkept, storedDraft } from './document-status.ts';
import { reportHomeless } from './homeless-edits.ts';
import { dropEdits, keepEdits } from './kept-edits.ts';
import { asEdited } from './line-ends.ts';

/** The running calls of each document, by `keyOf`: calls for a document run one after the other. */
const turns = new Map<string, Promise<unknown>>();

/** Runs `work` once all earlier calls for this document are answered. */
export function inTurn<T>(key: SpiderKey, work: () => Promise<T>): Promise<T> {
  const name = keyOf(key);
  const mine = (turns.get(name) ?? Promise.resolve()).then(work, work);
  turns.set(name, mine);
  void mine.finally(() => {
    if (turns.get(name) === mine) turns.delete(name);
  });
  return mine;
}

/** Stores the text as a draft now, or in this browser while the host cannot; forgets the draft where there are no edits. */
export async function keepDraft(key: SpiderKey): Promise<void> {
  if (getClient().state === 'open') await inTurn(key, () => writeDraft(key));
  else keepHere(key);
}

/** Keeps edits that the host has not stored in the storage of the browser; says so where it has no room. */
export function keepHere(key: SpiderKey): void {
  const document = getDocument(key);
  if (document === null || !isUnkept(document)) return;
  const { project, spider, text, base, draft } = document;
  const at = new Date().toISOString();
  if (keepEdits({ project, spider, text, base: base.version, known: draft?.revision ?? null, at })) {
    updateDocument(key, { keptHere: at });
    return;
  }
  updateDocument(key, { keptHere: null });
  addNotice(key, {
    kind: 'draft-failed',
    message: 'The storage of this browser is full, too. Download the text, or keep this window open.',
  });
}

/** Records that the host has the text of the window. */
function settled(key: SpiderKey): void {
  const document = getDocument(key);
  if (document === null || isUnkept(document)) return;
  dropEdits(key);
  if (document.keptHere !== null) updateDocument(key, { keptHere: null });
  dismissNotice(key, 'draft-failed');
  if (!isDirty(document)) dismissNotice(key, 'restored');
}

async function writeDraft(key: SpiderKey): Promise<void> {
  const document = getDocument(key);
  if (document === null) return;
  if (!isUnkept(document)) return settled(key);
  const client = getClient();
  // Until one of the two is chosen, the host keeps the edits of the other window.
  if (conflictOf(document) !== null || client.state !== 'open') return keepHere(key);
  const { project, spider, text, base, draft } = document;
  const place = { project, spider, draft: null, known: draft?.revision ?? null };
  if (isDirty(document)) {
    const answer = await client.call('spiders.putDraft', { ...place, text, base: base.version });
    if (!answer.ok) return notKept(key, answer.error);
    const { revision, updatedAt } = answer.value;
    updateDocument(key, { draft: { text, revision, updatedAt } });
  } else {
    const answer = await client.call('spiders.discardDraft', place);
    if (!answer.ok) return notKept(key, answer.error);
    updateDocument(key, { draft: null });
  }
  settled(key);
}

async function notKept(key: SpiderKey, { code, message }: CallError): Promise<void> {
  if (code === 'draft-conflict') return compareWithHost(key);
  keepHere(key);
  // The window tries again when the host is back, and shows that the connection is lost.
  if (code === 'cancelled' || code === 'connection-lost' || code === 'closing') return;
  if (code === 'unknown-spider' || code === 'unknown-project') return forgetGone(key);
  addNotice(key, { kind: 'draft-failed', message });
}

/** Closes the document of a spider that was renamed or deleted, and offers edits that the host has not stored. */
export const closeGone = (key: SpiderKey): Promise<void> =>
  // In turn, because a window that renames a spider by saving it moves the document first.
  inTurn(key, () => Promise.resolve(forgetGone(key)));

function forgetGone(key: SpiderKey): void {
  const document = getDocument(key);
  if (document === null) return;
  const { text } = document;
  const isLost = isUnkept(document) && isDirty(document);
  if (isLost) keepHere(key);
  setDocument(key, null);
  if (isLost) reportHomeless(key, text, () => dropEdits(key));
}

/** Takes over the changes of other windows, then stores the edits of this one. */
export function reconcile(key: SpiderKey): Promise<void> {
  // In turn, so that changes of this window are not taken for those of another.
  return inTurn(key, async () => {
    await compareWithHost(key);
    await writeDraft(key);
  });
}

async function compareWithHost(key: SpiderKey): Promise<void> {
  const answer = await getClient().call('spiders.get', { project: key.project, spider: key.spider });
  if (getDocument(key) === null) return;
  if (!answer.ok) {
    if (answer.error.code === 'unknown-spider') forgetGone(key);
    return;
  }
  takeVersion(key, answer.value);
  takeDraft(key, answer.value.draft);
}

/** Takes a newer version over if there are no edits; otherwise shows a notice. */
function takeVersion(key: SpiderKey, { summary, text: given, draft }: CallValue<'spiders.get'>): void {
  const document = getDocument(key);
  if (document === null) return;
  const { version } = summary;
  const text = asEdited(given);
  // The versions of a spider that was deleted and created again start from 1.
  if (version === document.base.version && text === document.base.text) return;
  const hasEdits = isDirty(document) && !(isFollowing(document) && draft === null);
  if (text !== document.text && hasEdits) return addNotice(key, { kind: 'newer', version });
  updateDocument(key, { base: { version, text } });
  replaceAll(key, text, 'Take over a newer version');
  dismissNotice(key, 'newer');
}

/** Takes the draft of another window over if this one has no edits; otherwise one must be chosen. */
function takeDraft(key: SpiderKey, given: CallValue<'spiders.get'>['draft']): void {
  const document = getDocument(key);
  if (document === null || given?.revision === document.draft?.revision) {
    dismissNotice(key, 'conflict');
    return;
  }
  const isFree = isFollowing(document);
  if (given === null) {
    updateDocument(key, { draft: null });
    dismissNotice(key, 'conflict');
    if (isFree) replaceAll(key, document.base.text, 'Discard the edits');
    return;
  }
  const theirs = storedDraft(given);
  if (theirs.text === document.text || (isFree && given.base === document.base.version)) {
    updateDocument(key, { draft: theirs });
    dismissNotice(key, 'conflict');
    replaceAll(key, theirs.text, 'Take over edits of another window');
  } else if (isUnkept(document)) {
    addNotice(key, { kind: 'conflict', theirs });
    keepHere(key);
  }
}

/** Keeps the edits of this window: they replace the draft of the other one. */
export async function keepMine(key: SpiderKey): Promise<void> {
  decide(key);
  await keepDraft(key);
}

/** Takes the edits of the other window. Undo brings those of this one back. */
export function takeTheirDraft(key: SpiderKey): void {
  const theirs = decide(key);
  if (theirs === null) return;
  replaceAll(key, theirs.text, 'Take the edits of the other window');
  settled(key);
}

function decide(key: SpiderKey): SpiderDocument['draft'] {
  const document = getDocument(key);
  const theirs = document === null ? null : conflictOf(document);
  if (theirs === null) return null;
  dismissNotice(key, 'conflict');
  updateDocument(key, { draft: theirs });
  return theirs;
}

/** Discards the edits: the text is the stored one again. It can be undone. */
export async function discardEdits(key: SpiderKey): Promise<void> {
  const document = getDocument(key);
  if (document === null) return;
  // The edits of the other window are kept.
  if (conflictOf(document) !== null) return takeTheirDraft(key);
  replaceAll(key, document.base.text, 'Discard the edits');
  updateDocument(key, { notices: [] });
  await keepDraft(key);
}

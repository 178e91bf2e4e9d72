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

/** What is under way for a document, by `keyOf`: what the host is asked about it is asked in turn. */
const turns = new Map<string, Promise<unknown>>();

/** Does something when all that was asked of the host about this document before has been answered. */
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

/** The host has what the window has. */
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
  // Until one of the two is chosen, the other window's edits stay what the host has.
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
  // The host is asked again when it is back, and its absence is told by the frame.
  if (code === 'cancelled' || code === 'connection-lost' || code === 'closing') return;
  if (code === 'unknown-spider' || code === 'unknown-project') return forgetGone(key);
  addNotice(key, { kind: 'draft-failed', message });
}

/** The spider was renamed or deleted. What the host has not stored of it is handed to the person. */
export const closeGone = (key: SpiderKey): Promise<void> =>
  // In turn: a window that renames a spider by saving it has moved its document by then.
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

/** Takes over what other windows have made of the spider since, and then stores what was typed in this one. */
export function reconcile(key: SpiderKey): Promise<void> {
  // In turn, so that what this window has written itself is no news.
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

/** A text without edits of its own becomes the newer version; with edits, the person is told. */
function takeVersion(key: SpiderKey, { summary, text: given, draft }: CallValue<'spiders.get'>): void {
  const document = getDocument(key);
  if (document === null) return;
  const { version } = summary;
  const text = asEdited(given);
  // A spider that was deleted and made anew counts from 1 again.
  if (version === document.base.version && text === document.base.text) return;
  const hasEdits = isDirty(document) && !(isFollowing(document) && draft === null);
  if (text !== document.text && hasEdits) return addNotice(key, { kind: 'newer', version });
  updateDocument(key, { base: { version, text } });
  replaceAll(key, text, 'Take over a newer version');
  dismissNotice(key, 'newer');
}

/** The draft of another window becomes the text where this one has no edits of its own; else one has to be chosen. */
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

/** Decides for the edits of this window: they become the draft, over those of the other one. */
export async function keepMine(key: SpiderKey): Promise<void> {
  decide(key);
  await keepDraft(key);
}

/** Decides for the edits of the other window. Those of this one can be had back by undo. */
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

/** Throws the edits away: the text is the stored one again. Can be undone as an edit. */
export async function discardEdits(key: SpiderKey): Promise<void> {
  const document = getDocument(key);
  if (document === null) return;
  // The edits of the other window are not this one's to discard.
  if (conflictOf(document) !== null) return takeTheirDraft(key);
  replaceAll(key, document.base.text, 'Discard the edits');
  updateDocument(key, { notices: [] });
  await keepDraft(key);
}

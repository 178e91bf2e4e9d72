import { create } from 'zustand';
import type { FixableProblem } from '../../shared/contract/types.ts';
import { applyEdits, type TextEdit } from '../../shared/spider/text-edits.ts';
import { movedBy, setValue } from '../../shared/spider/json-edits.ts';
import { nodeAt, parseText, pathOf, type JsonPath, type ParsedText } from '../../shared/spider/json-path.ts';
import { placeAt, type Place } from './place.ts';
import { afterChange, noHistory, redone, undone, type TextHistory } from './text-history.ts';

export type { Place } from './place.ts';

/** Which spider. */
export interface SpiderKey {
  readonly project: string;
  readonly spider: string;
}

/** The document of a spider that is edited by the editor, the form or the tester. */
export interface SpiderDocument extends SpiderKey {
  /** The current text, saved or not. It need not be valid JSON. */
  readonly text: string;
  /** In UTF-16 units. */
  readonly caret: number;
  /** What of the spider the caret is in. */
  readonly place: Place | null;
  /** The problems of the text, updated shortly after typing, in the order of the text. */
  readonly problems: readonly FixableProblem[];
  /** The text that `problems` are about; null: it was never checked. */
  readonly checked: string | null;
  /** The version that the edits began from, as it stands in the store. */
  readonly base: { readonly version: number; readonly text: string };
  /** The draft as the host has it, as far as this window knows; null: there is none. */
  readonly draft: StoredDraft | null;
  /** When the edits were kept in this browser, ISO 8601, because the host has not stored them; null: it has. */
  readonly keptHere: string | null;
  /** The notices above this text. */
  readonly notices: readonly DocumentNotice[];
}

/** A draft of a spider at the host, for all windows. */
export interface StoredDraft {
  /** As the editor keeps it. */
  readonly text: string;
  /** Identifies a state of the draft. */
  readonly revision: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** A notice above the text. */
export type DocumentNotice =
  /** Another window has changed the draft since these edits began, so one of the two must be chosen. */
  | { readonly kind: 'conflict'; readonly theirs: StoredDraft }
  | { readonly kind: 'restored'; readonly at: string; readonly version: number | null }
  | { readonly kind: 'refused'; readonly message: string; readonly pointer: string; readonly others: number }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'draft-failed'; readonly message: string };

/** The editor of a document while it is shown; it keeps the undo history then. */
export interface EditorPort {
  /** `join`: joins the previous undo step if that has the same name. */
  edit(edits: readonly TextEdit[], label: string, join: string | null): void;
  /** Reveals a range of the text and puts the caret at its beginning. */
  reveal(offset: number, length: number, focus: boolean): void;
  undo(): void;
  redo(): void;
  /** Runs an action of Monaco by its id. */
  action(id: string): void;
  focus(): void;
}

interface Authors {
  documents: Readonly<Record<string, SpiderDocument>>;
}

const ports = new Map<string, EditorPort>();

/** The steps of documents that no editor shows, and the name of the last one; an editor takes them over. */
const histories = new Map<string, { history: TextHistory; join: string | null }>();

/** The documents by `keyOf`. They are kept while the window is open. */
export const useDocuments = create<Authors>(() => ({ documents: {} }));

/** The key of a spider in maps and stores. */
export const keyOf = ({ project, spider }: SpiderKey) => JSON.stringify([project, spider]);

/** The document of a spider now; null until it was read. */
export function getDocument(key: SpiderKey): SpiderDocument | null {
  return useDocuments.getState().documents[keyOf(key)] ?? null;
}

/** A selected part of a document; null until it is read. Select values that are stable while nothing changes. */
export function useDocument<T>(key: SpiderKey, select: (document: SpiderDocument) => T): T | null {
  return useDocuments(({ documents }) => {
    const document = documents[keyOf(key)];
    return document === undefined ? null : select(document);
  });
}

/** The text of a spider; null until it is read. */
export const useDocumentText = (key: SpiderKey) => useDocument(key, (document) => document.text);
/** What of the spider the caret is in. The same object until the caret is somewhere else. */
export const useDocumentPlace = (key: SpiderKey) => useDocument(key, (document) => document.place);

/** The parsed text of a spider; null until it is read. */
export const useParsedText = (key: SpiderKey): ParsedText | null =>
  useDocument(key, (document) => parseText(document.text));

/** Replaces parts of a document. */
export function updateDocument(key: SpiderKey, change: Partial<SpiderDocument>): void {
  const before = getDocument(key);
  if (before === null) return;
  const after = { ...before, ...change };
  const moved = after.text !== before.text || after.caret !== before.caret;
  const place = moved ? placeAt(parseText(after.text), after.caret) : before.place;
  const next = { ...after, place: samePlace(place, before.place) ? before.place : place };
  useDocuments.setState(({ documents }) => ({ documents: { ...documents, [keyOf(key)]: next } }));
}

const samePlace = (a: Place | null, b: Place | null) => JSON.stringify(a) === JSON.stringify(b);

/** Sets a document; null removes it. Its steps are forgotten. */
export function setDocument(key: SpiderKey, document: SpiderDocument | null): void {
  histories.delete(keyOf(key));
  useDocuments.setState(({ documents }) => {
    const { [keyOf(key)]: _, ...others } = documents;
    return { documents: document === null ? others : { ...others, [keyOf(key)]: document } };
  });
}

/** Lets an editor apply the edits. @returns detaches it */
export function attachEditor(key: SpiderKey, port: EditorPort): () => void {
  ports.set(keyOf(key), port);
  return () => {
    if (ports.get(keyOf(key)) === port) ports.delete(keyOf(key));
  };
}

/** The editor that shows a spider; null: none does. */
export const editorOf = (key: SpiderKey) => ports.get(keyOf(key)) ?? null;

/** The steps that were made while no editor showed a spider, for the editor that keeps them from now on. */
export function takeHistory(key: SpiderKey): TextHistory {
  const { history = noHistory } = histories.get(keyOf(key)) ?? {};
  histories.delete(keyOf(key));
  return history;
}

/** Undoes the last step. */
export function undo(key: SpiderKey): void {
  const port = editorOf(key);
  if (port === null) step(key, undone);
  else port.undo();
}

/** Makes the step again that was undone last. */
export function redo(key: SpiderKey): void {
  const port = editorOf(key);
  if (port === null) step(key, redone);
  else port.redo();
}

function step(key: SpiderKey, take: typeof undone): void {
  const document = getDocument(key);
  const kept = histories.get(keyOf(key));
  if (document === null || kept === undefined) return;
  const { text, caret } = document;
  const taken = take(kept.history, { text, caret });
  if (taken === null) return;
  histories.set(keyOf(key), { history: taken.history, join: null });
  updateDocument(key, taken.state);
}

/**
 * Edits the text, as one step that can be undone.
 *
 * @param edits in the order of the text, not overlapping, offsets in UTF-16 units
 * @param label what was done, for the record: "Pick a selector"
 * @param join edits in a row with the same name are one step: typing into one field of a form
 */
export function replaceText(
  key: SpiderKey,
  edits: readonly TextEdit[],
  label: string,
  join: string | null = null,
): void {
  const document = getDocument(key);
  if (document === null || edits.length === 0) return;
  const port = editorOf(key);
  if (port !== null) return port.edit(edits, label, join);
  const { text, caret } = document;
  const kept = histories.get(keyOf(key));
  if (join === null || kept?.join !== join) {
    histories.set(keyOf(key), { history: afterChange(kept?.history ?? noHistory, { text, caret }), join });
  }
  updateDocument(key, { text: applyEdits(text, edits), caret: movedBy(edits, caret) });
}

/**
 * Writes a value at a path, over the present one or as a new key with all that is missing around it; nothing else of the
 * text changes. False where the text has no place for it, because it is broken there.
 */
export function writeValue(
  key: SpiderKey,
  path: JsonPath,
  value: unknown,
  label: string,
  join: string | null = null,
): boolean {
  const document = getDocument(key);
  const edits = document === null ? null : setValue(document.text, path, value);
  if (edits === null) return false;
  replaceText(key, edits, label, join);
  return true;
}

/**
 * Puts the caret at the value that a JSON pointer names, or at the nearest one around it, and shows it. `focus` false:
 * the keyboard stays where it is.
 */
export function revealPointer(key: SpiderKey, pointer: string, { focus = true } = {}): void {
  const document = getDocument(key);
  if (document === null) return;
  const { root } = parseText(document.text);
  const path = pathOf(root, pointer);
  for (let length = path.length; length >= 0; length -= 1) {
    const node = nodeAt(root, path.slice(0, length));
    if (node !== undefined) return revealOffset(key, node.offset, node.length, { focus });
  }
}

/** Puts the caret at an offset and shows it. */
export function revealOffset(key: SpiderKey, offset: number, length = 0, { focus = true } = {}): void {
  updateDocument(key, { caret: offset });
  editorOf(key)?.reveal(offset, length, focus);
}

/** Replaces the whole text in one step; what is the same at both ends is not touched, so that the caret stays. */
export function replaceAll(key: SpiderKey, text: string, label: string): void {
  const before = getDocument(key)?.text;
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
export function addNotice(key: SpiderKey, notice: DocumentNotice): void {
  const others = (getDocument(key)?.notices ?? []).filter((each) => each.kind !== notice.kind);
  updateDocument(key, { notices: [...others, notice] });
}

/** Removes a notice. */
export function dismissNotice(key: SpiderKey, kind: DocumentNotice['kind']): void {
  const notices = getDocument(key)?.notices ?? [];
  if (notices.some((notice) => notice.kind === kind)) {
    updateDocument(key, { notices: notices.filter((notice) => notice.kind !== kind) });
  }
}

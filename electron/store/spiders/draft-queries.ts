/** Edits that were never saved as a version. */
export interface DraftRow {
  id: string;
  project: string;
  /** null: of a spider that was never saved. */
  spider: string | null;
  text: string;
  /** The version that the edits began from; null: none. */
  base: number | null;
  /** Tells states of the draft apart: two have the same where their texts are equal. */
  revision: string;
  updatedAt: string;
}

/** The draft as its writer knows it, by its revision; null: there is none. */
export type KnownDraft = string | null;

export type KeptDraft =
  | { kind: 'kept'; draft: DraftRow }
  /** Somebody has changed the draft to something that the writer does not know. It was not touched. */
  | { kind: 'conflict'; draft: DraftRow };

/** A draft may be discarded by who knows its revision, or its text. */
export interface SeenDraft {
  revision: KnownDraft;
  text?: string;
}

/** `conflict`: there is a draft that the caller has not seen, and it stays. */
export type DiscardResult = 'discarded' | 'missing' | 'conflict';

/** A draft after a patch was made or taken back. */
export type PatchedDraft =
  | (KeptDraft & { steps: number })
  /** There is nothing to patch, or nothing to take back. */
  | { kind: 'missing' };

/** Most patches of a draft that can be taken back, one after the other. */
export const keptSteps = 50;

/** Names a draft: that of a spider, or one of a spider that was never saved (`draft` null: a new one). */
export type DraftPlace =
  { project: string; spider: string } | { project: string; spider: null; draft: string | null };

/** Unsaved edits. Each method is one transaction. */
export interface DraftQueries {
  get(place: DraftPlace): Promise<DraftRow | null>;
  /** Those of spiders that were never saved, newest first; of one project, or of all. */
  unsaved(project: string | null): Promise<DraftRow[]>;
  /**
   * Keeps a text, unless a draft that its writer does not know would be lost by it. The project of a spider that was never saved
   * is created where it does not exist.
   * @throws StoreError `not-found` where the spider does not exist; `invalid` for a name that no project can have
   */
  put(place: DraftPlace, text: string, base: number | null, known: KnownDraft): Promise<KeptDraft>;
  /**
   * Changes the text of a draft; that of a spider without one begins with its newest version.
   * @param known the revision that the writer knows; undefined: whichever it is
   * @returns the draft, and how many patches can be taken back
   * @throws what `patch` throws: then nothing is changed
   */
  patch(
    place: DraftPlace,
    known: KnownDraft | undefined,
    patch: (text: string) => string,
  ): Promise<PatchedDraft>;
  /** Takes the newest patch back, unless the text was changed by something else since. */
  undo(place: DraftPlace, known: KnownDraft | undefined): Promise<PatchedDraft>;
  /** Discards the draft, unless the caller has not seen it; `any`: whichever it is. */
  discard(place: DraftPlace, seen: SeenDraft | 'any'): Promise<DiscardResult>;
}

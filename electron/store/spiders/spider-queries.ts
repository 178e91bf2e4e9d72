import type { VersionOrigin } from '../../../shared/spider/version-origins.ts';
import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { DraftPlace, SeenDraft } from './draft-queries.ts';

export interface SpiderRow {
  project: string;
  name: string;
  /** The number of the newest version. */
  version: number;
  runs: number;
  /** Whether it has unsaved edits. */
  hasDraft: boolean;
  /** URL of the icon of its site, from its saved pages; null: unknown. */
  icon: string | null;
  createdAt: string;
  /** When the newest version was saved. */
  updatedAt: string;
}

/** A version without its text. */
export interface VersionSummary {
  number: number;
  /** SHA-256 of the text, in hexadecimal. */
  hash: string;
  createdAt: string;
  /** How many characters (code points) the text has. */
  characters: number;
  /** Runs that use it. */
  runs: number;
  /** What a person says about it, in a sentence or two; null: nothing. */
  note: string | null;
  /** A name for it, one in its spider; null: it has none. */
  label: string | null;
  /** What it came by; null: it was saved before that was recorded. */
  origin: VersionOrigin | null;
}

/** A version of a spider. Only its note and its label ever change. */
export interface SpiderVersion extends VersionSummary {
  id: string;
  spider: string;
  project: string;
  /** The document exactly as it was saved. */
  text: string;
}

/** A valid document that its author wants to save. */
export interface NewVersion {
  /** Created where it does not exist. */
  project: string;
  /** The spider that gets the version; null: a new spider. */
  spider: string | null;
  /** The name in the text: the spider has it afterwards. */
  name: string;
  text: string;
  /** The newest version that the author knows; null: none; `any`: whichever there is. */
  base: number | null | 'any';
  /** What its author says about it. */
  note?: string;
  /** What it comes by. Left out: a person has edited it. */
  origin?: VersionOrigin;
  /** Drafts that are discarded with the save, as far as the author has seen them. */
  discards?: readonly DiscardedDraft[];
  /**
   * Whether it is saved only with a proof of exactly this text that is kept with the spider or one of the drafts in `discards`: one
   * with the verdict `proved`, by pages that are stored here.
   */
  needsProof?: boolean;
  /** Revises the text of the spider's draft, which is then based on the new version. Left out: the draft stays as it is. */
  revisesDraft?: (text: string) => string;
}

export interface DiscardedDraft {
  place: DraftPlace;
  seen: SeenDraft | 'any';
}

export interface SavedVersion {
  kind: 'saved';
  version: number;
  /** Whether the spider is new. */
  created: boolean;
  /** Whether the newest version had this text already, so that none was added. */
  unchanged: boolean;
  /** The drafts that were discarded, by the places that they had. */
  discarded: DraftPlace[];
}

export type SaveResult =
  | SavedVersion
  /** Somebody has saved a version that the author does not know. */
  | { kind: 'stale'; newest: number }
  /** Another spider of the project has the name. */
  | { kind: 'taken' }
  /** It has no proof, and needs one. */
  | { kind: 'not-proved' };

/** What a person may change of a version. Left out: it stays; null: it is removed. */
export interface VersionMarks {
  note?: string | null;
  label?: string | null;
}

/** Several versions are saved, or none: `spider` is the first that another one was saved of, or whose name is taken. */
export type SaveAllResult =
  | { kind: 'saved'; versions: SavedVersion[] }
  | { kind: 'stale'; spider: string; newest: number }
  | { kind: 'taken'; spider: string }
  | { kind: 'not-proved'; spider: string };

/** The newest text of a spider. */
export interface NewestText {
  spider: string;
  version: number;
  text: string;
  /** Its unsaved edits; null: none. */
  draft: string | null;
}

/** A valid document from a file. */
export interface ImportedDocument {
  /** Created where it does not exist. */
  project: string;
  /** The name in the text. */
  name: string;
  text: string;
}

/** The spiders and their versions. Each method is one transaction. */
export interface SpiderQueries {
  /** By project and name; of one project, or of all (null). */
  list(project: string | null): Promise<SpiderRow[]>;
  get(of: SpiderName): Promise<SpiderRow | null>;
  /** The projects that have a spider of this name, by name. Counts nothing, unlike the queries above. */
  projectsOf(spider: string): Promise<string[]>;
  /** Newest first. */
  versions(of: SpiderName): Promise<VersionSummary[]>;
  /** The version with this number; null: the newest. */
  version(of: SpiderName, number: number | null): Promise<SpiderVersion | null>;
  /** The version with this label; null: none has it. */
  labelled(of: SpiderName, label: string): Promise<SpiderVersion | null>;
  /**
   * Changes the note or the label of a version. `taken`: another version, the `holder`, has the label.
   * @throws StoreError `not-found`
   */
  mark(
    of: SpiderName,
    number: number,
    marks: VersionMarks,
  ): Promise<{ kind: 'marked'; version: VersionSummary } | { kind: 'taken'; holder: number }>;
  /** The version that a run uses. @throws StoreError `not-found` */
  versionById(id: string): Promise<SpiderVersion>;
  /**
   * Adds a version, unless the newest one has this very text, and renames the spider where the name has changed.
   * @throws StoreError `not-found` where the spider does not exist; `invalid` for a name that no project can have
   */
  save(version: NewVersion): Promise<SaveResult>;
  /**
   * Saves versions as `save` does, all in one transaction: all of them, or none.
   * @throws StoreError `not-found` where a spider does not exist
   */
  saveAll(versions: readonly NewVersion[]): Promise<SaveAllResult>;
  /** The newest texts of all spiders of a project as they are at one moment, by name. */
  newestTexts(project: string): Promise<NewestText[]>;
  /**
   * Adds a version to the spider of this name, or a new spider; adds nothing where the newest version is the same document,
   * however it is laid out. `dryRun`: stores nothing. @returns what was, or would be, stored
   * @throws StoreError `invalid` for a name that no project can have
   */
  import(document: ImportedDocument, options: { dryRun: boolean }): Promise<SavedVersion>;
}

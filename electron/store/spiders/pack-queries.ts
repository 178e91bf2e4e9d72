import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { NewLockedValues } from '../pages/locked-value-queries.ts';
import type { NewSavedPage } from '../pages/saved-page-queries.ts';

/** A saved page of a pack, with the values that are right on it. */
export interface NewPackPage extends Omit<NewSavedPage, 'run' | 'sheets' | 'pictures'> {
  locked: readonly Omit<NewLockedValues, 'page'>[];
}

/** Where a version came from: an entry of a registry. */
export interface LibraryOrigin {
  registry: string;
  name: string;
  version: number;
  sha256: string;
  kind: 'spider' | 'template';
}

/** A version that was imported from the library. */
export interface LibraryImport {
  project: string;
  spider: string;
  /** The version of the spider, and the one whose text is that of the registry. */
  number: number;
  base: number;
  from: LibraryOrigin;
  importedAt: string;
}

/** A version that goes back to what was before an import. */
export interface VersionBefore extends SpiderName {
  text: string;
  note: string;
  /** The newest version that the caller knows. */
  newest: number;
  /** The version whose origin it has; null: none. */
  like: number | null;
}

/** A pack to store; its documents are valid. */
export interface NewPack {
  /** Created where it does not exist. */
  project: string;
  /** The name in the text of the newest version. */
  name: string;
  /** Oldest first; the last is the newest. Of a spider that exists, only the newest is added. */
  versions: readonly { text: string; note: string | null }[];
  pages: readonly NewPackPage[];
  /** Where it came from; left out: from a file. */
  from?: LibraryOrigin;
}

/** What storing a pack comes to. */
export interface StoredPack {
  version: number;
  /** Whether the spider is new. */
  created: boolean;
  /** Whether the newest version is the same document, so that none was added. */
  unchanged: boolean;
  /** How many pages were added. A page that the spider has already, by URL and content, is not added again. */
  pages: number;
  /** In how many cells values were locked, in place of those that were locked there. */
  locked: number;
}

/** The port that stores packs. Each method is one transaction. */
export interface PackQueries {
  /**
   * Stores a spider with its saved pages: all of it, or nothing. `dryRun`: stores nothing. @returns what was, or would be, stored
   * @throws StoreError `invalid` for a name that no project can have
   */
  store(pack: NewPack, options: { dryRun: boolean }): Promise<StoredPack>;
  /** The versions of a spider that were imported from the library, newest first. */
  imports(of: SpiderName): Promise<LibraryImport[]>;
  /** The newest such version of each spider of a project, or of all. */
  imported(project: string | null): Promise<LibraryImport[]>;
  /** Adds a version that goes back. @returns its number; null: somebody else has saved one meanwhile */
  goBack(version: VersionBefore): Promise<number | null>;
}

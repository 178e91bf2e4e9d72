/** A pack to add to a registry, and what the index is to say of it then. */
export interface Publication {
  /** Path in the registry. It says what the file holds, so one that is there already is the same. */
  file: string;
  bytes: Uint8Array;
}

/** A place that a registry is read from: the same for folders, Git repositories and static URLs. */
export interface RegistrySource {
  /** Its `index.json`. @throws LibraryError */
  index(signal: AbortSignal): Promise<Uint8Array>;
  /** A file that the index names. @param bytes how many it should have; of a longer one no more is read @throws LibraryError */
  file(path: string, bytes: number, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Changes the registry: whole or not at all, and never over what somebody else has published meanwhile.
   * @param change may be asked again when somebody else was faster
   * @throws LibraryError
   */
  publish(change: IndexChange, signal: AbortSignal): Promise<void>;
}

/** What publishing makes of an index. `publication` null: only the index changes. Null as a whole: nothing is to be changed. */
export interface PlannedChange {
  index: Uint8Array;
  publication: Publication | null;
  /** What a history of the registry says of it. */
  message: string;
}

/** Makes the new index of the present one, which is null where there is none. */
export type IndexChange = (index: Uint8Array | null) => Promise<PlannedChange | null>;

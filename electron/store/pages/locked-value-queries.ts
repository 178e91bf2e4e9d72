import type { JsonValue } from '../../engine/ports/ledger.ts';

/** What values are locked: those of a field, or the addresses of links. */
export interface LockedPart {
  kind: 'field' | 'links';
  /** The name of the field, or of the kind of links. */
  name: string;
}

/** A part of one saved page. */
export interface LockedCell extends LockedPart {
  /** Id of the saved page. */
  page: string;
}

/** Values to lock. */
export interface NewLockedValues extends LockedCell {
  /** The callback that took the page; null: none. It helps to find the callback of a page that no rule takes. */
  callback: string | null;
  /** By row; one value where the page is one item. */
  values: readonly JsonValue[];
}

/** Values that a person has locked as right. */
export interface LockedValues extends NewLockedValues {
  /** ISO 8601 in UTC. */
  lockedAt: string;
}

/**
 * The port to the values that are locked on saved pages. They go with their page, and no edit, version or new name of the spider
 * changes them. Each method is one transaction.
 */
export interface LockedValueQueries {
  /** Returns the locked values of a spider, in the order of pages and names. @throws StoreError `damaged` */
  list(project: string, spider: string): Promise<LockedValues[]>;
  /** Locks values, in place of those locked before in the same cells. @throws StoreError `not-found` for a page that is gone */
  lock(values: readonly NewLockedValues[]): Promise<void>;
  /** Unlocks cells. @returns how many were locked */
  unlock(cells: readonly LockedCell[]): Promise<number>;
  /**
   * Moves the locked values of a field to another name on all pages of a spider, except where that name is locked already.
   * @returns on how many pages
   */
  rename(project: string, spider: string, names: { from: string; to: string }): Promise<number>;
}

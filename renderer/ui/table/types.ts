import type { ReactNode } from 'react';
import type { ShownError } from '../shown-error.ts';

/** A column: what its cells show, and what of them is copied. */
export interface Column<Row> {
  /** Stable; layouts are remembered by it. */
  readonly name: string;
  readonly title: string;
  /** Below the title, in a few words: what its values are, and how many there are. */
  readonly detail?: string;
  /** In the place of the title, for example while it is changed. */
  readonly heading?: ReactNode;
  /** Pixels at the beginning; default 160. */
  readonly width?: number;
  /** Numbers stand on the right. */
  readonly align?: 'left' | 'right';
  readonly sortable?: boolean;
  /** Stands out, as the column that something beside the table is about. */
  readonly marked?: boolean;
  /** Not shown at the beginning; a person can choose it. */
  readonly hidden?: boolean;
  /** Stays on the left when the table is scrolled, at the beginning. */
  readonly pinned?: boolean;
  readonly cell: (row: Row) => ReactNode;
  readonly text: (row: Row) => string;
}

/** One page of rows, or why there is none. */
export type PageAnswer<Row> =
  | { readonly ok: true; readonly rows: readonly Row[]; readonly count?: number }
  | { readonly ok: false; readonly error: ShownError };

/** Where the rows of a table come from: asked for by pages, only for what is shown. */
export interface RowSource<Row> {
  /** With another key everything is forgotten and the table begins at its top: another filter, another order. */
  readonly key: string;
  /** How many rows there are, where that is known already; answers may tell it, too. */
  readonly count: number | null;
  /** Another number, the same key: what is shown is read again and replaced in place. */
  readonly version?: number;
  readonly load: (offset: number, limit: number, signal: AbortSignal) => Promise<PageAnswer<Row>>;
}

/** The column that rows are sorted by. */
export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** Rows that are in memory, as a source. Give another key or version when they have changed. */
export function arraySource<Row>(key: string, rows: readonly Row[], version = 0): RowSource<Row> {
  return {
    key,
    version,
    count: rows.length,
    load: (offset, limit) =>
      Promise.resolve({ ok: true, rows: rows.slice(offset, offset + limit), count: rows.length }),
  };
}

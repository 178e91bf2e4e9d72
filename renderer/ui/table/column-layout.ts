/** How a person wants a column. */
export interface ColumnLayout {
  readonly name: string;
  /** Pixels; null: as the column comes. */
  readonly width: number | null;
  readonly hidden: boolean;
  readonly pinned: boolean;
}

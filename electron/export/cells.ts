/** JSON in a cell, told apart from text so that formats with types can say so. */
export class JsonText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** What a cell can hold. */
export type Cell = string | number | boolean | null | JsonText;

/** Returns a cell as text; null becomes the empty text. */
export function cellText(cell: Cell | undefined): string {
  if (cell instanceof JsonText) return cell.json;
  return cell === null || cell === undefined ? '' : String(cell);
}

/** Types of columns. `time` is ISO 8601 text of a moment. */
export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'json';

/** A column and the type that all its values have. */
export interface Column {
  name: string;
  type: ColumnType;
}

const [integer, fraction, truth, text, json] = [1, 2, 4, 8, 16] as const;

function kindOf(cell: Cell): number {
  if (cell === null) return 0;
  if (cell instanceof JsonText) return json;
  if (typeof cell === 'string') return text;
  if (typeof cell === 'boolean') return truth;
  return Number.isSafeInteger(cell) ? integer : fraction;
}

/** Learns the columns of a table, and the types of their values. */
export interface ColumnSurvey {
  /** @param changed told of each column that was not there before, and of each that gets another type */
  add(cells: ReadonlyMap<string, unknown>, changed?: (name: string, change: 'added' | 'typed') => void): void;
  /** The columns in the order in which they first appeared. */
  names(): string[];
  typeOf(name: string): ColumnType;
  /** Whether the values of a column have several types, and are written as text. */
  isMixed(name: string): boolean;
}

/** Creates a survey of no rows. */
export function createColumnSurvey(): ColumnSurvey {
  const kinds = new Map<string, number>();
  const typeOf = (name: string): ColumnType => {
    switch (kinds.get(name) ?? 0) {
      case integer:
        return 'integer';
      case fraction:
      case integer | fraction:
        return 'number';
      case truth:
        return 'boolean';
      case json:
        return 'json';
      default:
        return name === 'scraped_at' ? 'time' : 'text';
    }
  };
  const isMixed = (name: string): boolean =>
    ![0, integer, fraction, integer | fraction, truth, text, json].includes(kinds.get(name) ?? 0);
  return {
    add(cells, changed) {
      for (const [name, cell] of cells) {
        const before = kinds.get(name);
        const kind = isCell(cell) ? kindOf(cell) : json;
        if (before !== undefined && (before & kind) === kind) continue;
        const [type, mixed] = [typeOf(name), isMixed(name)];
        kinds.set(name, (before ?? 0) | kind);
        if (before === undefined) changed?.(name, 'added');
        else if (type !== typeOf(name) || mixed !== isMixed(name)) changed?.(name, 'typed');
      }
    },
    names: () => [...kinds.keys()],
    typeOf,
    isMixed,
  };
}

/** Whether a value is one that a cell can hold. */
export function isCell(value: unknown): value is Cell {
  if (value === null || value instanceof JsonText) return true;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

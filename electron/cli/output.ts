import Table from 'cli-table3';
import type { Problem } from '../../shared/spider/validate.ts';
import { HostError } from '../host/errors.ts';

export { counted as count } from '../../shared/counted.ts';

/** A call that does not fit the command line: exit code 2. */
export class UsageError extends HostError {
  constructor(message: string, hint: string | null = null) {
    super('usage', message, hint);
    this.name = 'UsageError';
  }
}

/** Where a command writes. Results go to stdout, everything else to stderr. */
export interface Output {
  readonly json: boolean;
  /** The result: the value as JSON with `--json`, else what `text` gives. */
  result(value: unknown, text: () => string): void;
  /** Progress, warnings and logs. */
  note(line: string): void;
}

/** Where a person types, or a program pipes something in. */
export type Input = NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?: (on: boolean) => unknown };

export interface Streams {
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  readonly stdin: Input;
}

export function createOutput(json: boolean, { stdout, stderr }: Pick<Streams, 'stdout' | 'stderr'>): Output {
  return {
    json,
    result(value, text) {
      stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : ensureNewline(text()));
    },
    note(line) {
      stderr.write(`${printable(line)}\n`);
    },
  };
}

/** Prints a failure: one JSON value on stdout with `--json`, else a sentence and a hint on stderr. */
export function printFailure(error: HostError, json: boolean, { stdout, stderr }: Streams): void {
  const { code, message, hint, details } = error;
  if (json) {
    stdout.write(`${JSON.stringify({ error: { code, message, hint, ...details } }, null, 2)}\n`);
    return;
  }
  stderr.write(`${printable(`error: ${message}`)}\n`);
  for (const line of listedProblems(details)) stderr.write(`${line}\n`);
  if (hint !== null) stderr.write(`${printable(`hint: ${hint}`)}\n`);
}

/** The problems of a spider, where that is what failed. */
function listedProblems({ problems }: Record<string, unknown>): string[] {
  return isProblemList(problems) ? problems.map(describeProblem) : [];
}

function isProblemList(value: unknown): value is Problem[] {
  return (
    Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'pointer' in one)
  );
}

/** One problem on one line, its hint on the next. */
export function describeProblem({ line, column, severity, message, hint, pointer }: Problem): string {
  const place = line === null ? pointer : `${line}:${column ?? 1}`;
  const first = `  ${place === '' ? '' : `${place}  `}${severity}  ${message}`;
  return printable(hint === null ? first : `${first}\n      ${hint}`);
}

function ensureNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Text from the web or from files without the control characters that could drive a terminal. Keeps line breaks and tabs. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    '\ufffd',
  );
}

/** One line of at most `width` characters, for a cell or a preview. */
export function shorten(text: string, width: number): string {
  const line = printable(text.replaceAll(/\s+/g, ' ').trim());
  return line.length <= width ? line : `${line.slice(0, width - 1).trimEnd()}…`;
}

/** A plain table: a header row, then rows; cells are cut to fit the terminal. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width = terminalWidth(),
): string {
  const most = Math.max(8, Math.floor((width - 2 * header.length) / Math.max(1, header.length)));
  const natural = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => shorten(row[column] ?? '', width).length)),
  );
  const widths = fitWidths(natural, width - 2 * header.length, most);
  const table = new Table({
    head: [...header],
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 },
    chars: {
      top: '',
      'top-mid': '',
      'top-left': '',
      'top-right': '',
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '',
    },
  });
  for (const row of rows) table.push(row.map((cell, column) => shorten(cell, widths[column] ?? most)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Shares `room` among columns: narrow ones keep what they need, wide ones divide the rest. */
function fitWidths(natural: readonly number[], room: number, least: number): number[] {
  const total = natural.reduce((sum, width) => sum + width, 0);
  if (total <= room) return [...natural];
  const wide = natural.filter((width) => width > least);
  const spare = room - natural.filter((width) => width <= least).reduce((sum, width) => sum + width, 0);
  const share = Math.max(8, Math.floor(spare / Math.max(1, wide.length)));
  return natural.map((width) => (width > least ? Math.min(width, share) : width));
}

export function terminalWidth(): number {
  return process.stdout.columns ?? 100;
}

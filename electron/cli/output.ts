import type { Problem } from '../../shared/spider/validate.ts';
import { worded } from './actions.ts';
import { HostError } from '../host/errors.ts';

export { counted as count } from '../../shared/counted.ts';

/** The command line is invalid: exit code 2. */
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

/** Standard input: a terminal or a pipe. */
export type Input = NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?: (on: boolean) => unknown };

/** The standard streams of a command. */
export interface Streams {
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  readonly stdin: Input;
}

/** Writes results to standard output, as text or with `--json` as JSON, and notes to standard error. */
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
  const { code, message, details } = error;
  const hint = worded(error);
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

/** Text from the web or from files, without the control characters that could control a terminal. Keeps line breaks and tabs. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    '\ufffd',
  );
}

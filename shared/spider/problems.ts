/** An error in a spider document, or a warning about something that may not do what its author expects. */
export interface Problem {
  /** Where, as a JSON pointer (RFC 6901); "" is the whole document. */
  pointer: string;
  /** Line in the text, counted from 1; null for a document given as a value. */
  line: number | null;
  /** Column in the line, counted from 1 in UTF-16 units as editors do; null for a document given as a value. */
  column: number | null;
  /** The kind of problem. Codes never change between versions. */
  code: string;
  /** An error keeps the spider from being used; a warning does not. */
  severity: 'error' | 'warning';
  /** One sentence for people. */
  message: string;
  /** What to do; null: unknown. */
  hint: string | null;
}

/** The keys and indexes that lead from the document to a value. */
export type Path = readonly (string | number)[];

/** A problem before its place in the text is known. */
export interface Finding {
  path: Path;
  /** Whether the problem is in the value or in its key. */
  at: 'value' | 'key';
  /** Position in a text value, in UTF-16 units from its start; null: the whole value. */
  offset: number | null;
  code: string;
  severity: Problem['severity'];
  message: string;
  hint: string | null;
}

interface Details {
  at?: Finding['at'];
  offset?: number | null;
  hint?: string | null;
}

/** Further problems are counted but not listed, so that a hostile document cannot fill the memory. */
export const maxListedProblems = 1000;

/** Collects the findings of the checks: at most `maxListedProblems` errors and as many warnings. */
export class Report {
  readonly findings: Finding[] = [];
  readonly #found: Record<Problem['severity'], number> = { error: 0, warning: 0 };

  /** Whether there are no errors. */
  get valid(): boolean {
    return this.#found.error === 0;
  }

  /** Number of findings that were counted but not listed. */
  get unlisted(): number {
    return this.#found.error + this.#found.warning - this.findings.length;
  }

  /** Whether further findings of a severity are only counted, so that a caller can skip building costly messages. */
  isFull(severity: Problem['severity']): boolean {
    return this.#found[severity] >= maxListedProblems;
  }

  error(path: Path, code: string, message: string, details: Details = {}): void {
    this.#add('error', path, code, message, details);
  }

  warning(path: Path, code: string, message: string, details: Details = {}): void {
    this.#add('warning', path, code, message, details);
  }

  #add(severity: Problem['severity'], path: Path, code: string, message: string, details: Details): void {
    if (!this.isFull(severity)) {
      const { at = 'value', offset = null, hint = null } = details;
      this.findings.push({ path, at, offset, code, severity, message, hint });
    }
    this.#found[severity] += 1;
  }
}

/** Writes a path as a JSON pointer (RFC 6901). */
export function toPointer(path: Path): string {
  return path
    .map((step) => `/${typeof step === 'number' ? step : step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

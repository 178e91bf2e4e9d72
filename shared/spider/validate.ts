import { counted } from '../counted.ts';
import { checkCallbacks } from './check-callbacks.ts';
import { checkRules } from './check-rules.ts';
import { checkSettings } from './check-settings.ts';
import { checkSources } from './check-sources.ts';
import { Report, type Problem } from './problems.ts';
import { readText, readValue, type ReadDocument } from './read-document.ts';
import type { Spider } from './schema.ts';
import { checkShape } from './shape.ts';

export type { Problem } from './problems.ts';

/** Result of validating a spider. */
export interface Validation {
  /** Whether the spider can be used: nothing is wrong, though there may be warnings. */
  valid: boolean;
  /** Everything at once, in the order of the text. */
  problems: Problem[];
  /** The spider as it was given, with no default filled in; null unless it is valid. */
  spider: Spider | null;
}

/**
 * Checks a spider document completely: syntax, shape, every pattern, selector and processor, and how its parts fit
 * together. Pure, without compiling code, and bounded for hostile input.
 *
 * @param input JSON text, whose problems then have lines and columns, or a value that was read elsewhere
 */
export function validateSpider(input: unknown): Validation {
  const report = new Report();
  const document = typeof input === 'string' ? readText(input, report) : readValue(input, report);
  if (Array.isArray(document)) return { valid: false, problems: document, spider: null };
  // A value that is no JSON may be endless: a cycle, for example.
  if (typeof input !== 'string' && !report.valid) {
    return { valid: false, problems: listProblems(report, document), spider: null };
  }
  const spider = checkShape(document.value, report);
  checkSources(document.value, report);
  checkRules(document.value, report);
  checkCallbacks(document.value, report);
  checkSettings(document.value, report);
  return {
    valid: report.valid,
    problems: listProblems(report, document),
    spider: report.valid ? spider : null,
  };
}

function listProblems(report: Report, document: ReadDocument): Problem[] {
  const findings = report.findings.map((finding) => ({ finding, order: document.order(finding) }));
  findings.sort((a, b) => a.order - b.order);
  const problems = findings.map(({ finding }) => document.place(finding));
  if (report.unlisted > 0) {
    problems.push({
      pointer: '',
      line: null,
      column: null,
      code: 'more-problems',
      severity: report.valid ? 'warning' : 'error',
      message: `${counted(report.unlisted, 'more problem')} ${report.unlisted === 1 ? 'is' : 'are'} not listed`,
      hint: 'Mend these first.',
    });
  }
  return problems;
}

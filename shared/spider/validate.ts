import { counted } from '../counted.ts';
import { checkArgs } from './check-args.ts';
import { checkBrowserActions } from './check-browser-actions.ts';
import { checkCallbacks } from './check-callbacks.ts';
import { checkIterates } from './check-iterate.ts';
import { checkExpect } from './check-expect.ts';
import { checkGeneratedUrls } from './check-generated-urls.ts';
import { checkListings } from './check-listings.ts';
import { checkRules } from './check-rules.ts';
import { checkSettings } from './check-settings.ts';
import { checkSources } from './check-sources.ts';
import { checkStartRequests } from './check-start-requests.ts';
import { Report, type Problem } from './problems.ts';
import { readText, readValue, type ReadDocument } from './read-document.ts';
import type { Spider } from './schema.ts';
import { checkShape } from './shape.ts';

export type { Problem } from './problems.ts';

/** The result of `validateSpider`. */
export interface Validation {
  /** Whether there are no errors; there may be warnings. */
  valid: boolean;
  /** All problems in text order. */
  problems: Problem[];
  /** The spider without defaults filled in; null if it is not valid. */
  spider: Spider | null;
}

/**
 * Checks a spider document completely: syntax, shape, patterns, selectors, processors, and the references between its
 * parts. Pure; compiles no code, and bounds its work for hostile input.
 *
 * @param input JSON text, or a parsed value. Only problems of a text have lines and columns.
 */
export function validateSpider(input: unknown): Validation {
  const report = new Report();
  const document = typeof input === 'string' ? readText(input, report) : readValue(input, report);
  if (Array.isArray(document)) return { valid: false, problems: document, spider: null };
  // A value that is not JSON may be infinite, for example a cycle.
  if (typeof input !== 'string' && !report.valid) {
    return { valid: false, problems: listProblems(report, document), spider: null };
  }
  const spider = checkShape(document.value, report);
  const generated = checkGeneratedUrls(document.value, report);
  const canAct = checkBrowserActions(document.value, report);
  const listings = checkListings(document.value, report);
  checkSources(document.value, generated === 'usable' || listings === 'usable', report);
  checkStartRequests(document.value, report);
  checkArgs(document.value, report);
  checkRules(document.value, report);
  checkCallbacks(document.value, report);
  checkIterates(document.value, report);
  checkExpect(document.value, report);
  checkSettings(document.value, report);
  const unusable = [
    ...(generated === 'unusable' ? ['GENERATED_URLS'] : []),
    ...(listings === 'unusable' ? ['PAGINATED_LISTINGS'] : []),
    ...(canAct ? [] : ['BROWSER_ACTIONS']),
  ];
  return {
    valid: report.valid,
    problems: listProblems(report, document),
    spider: report.valid && spider !== null ? without(spider, unusable) : null,
  };
}

/** The spider without those of its settings that cannot be used. */
function without(spider: Spider, unusable: readonly string[]): Spider {
  if (unusable.length === 0) return spider;
  const unset = Object.fromEntries(unusable.map((name) => [name, null]));
  return { ...spider, settings: { ...spider.settings, ...unset } };
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
      hint: 'Fix these first.',
    });
  }
  return problems;
}

import { membersOf } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { labelOf, shorten } from './wording.ts';

/** Header names are tokens (RFC 9110, 5.1); values hold no control characters but the tab (5.5). */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[^\u0000-\u0008\u000A-\u001F\u007F]*$/;

/** Checks the names and values of headers. */
export function checkHeaders(headers: unknown, at: Path, report: Report): void {
  for (const [name, value] of membersOf(headers)) {
    const path = [...at, name];
    if (!headerName.test(name)) {
      const message = `Invalid header name: '${shorten(name)}'`;
      report.error(path, 'invalid-header', message, {
        at: 'key',
        hint: 'Use the letters A to Z and a to z, digits and "-".',
      });
    }
    checkHeaderValue(value, path, report);
  }
}

/** Checks the value of a header. */
export function checkHeaderValue(value: unknown, path: Path, report: Report): void {
  if (typeof value !== 'string' || headerValue.test(value)) return;
  report.error(path, 'invalid-header', `${labelOf(path)} must not contain line breaks`);
}

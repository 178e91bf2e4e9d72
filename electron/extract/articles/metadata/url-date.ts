import { alternatives, months } from '../../datetime/names.ts';
import type { Instant } from '../../datetime/instant.ts';
import { isValid } from '../../datetime/instant.ts';

const forms: readonly RegExp[] = [
  // /2024/03/05/, /2024-03-05-title, _2024_3_5; but not /2024/10/3-questions
  /(?<=[/_.=~-])(?<year>(?:19|20)\d{2})(?<mark>[/_-])(?<month>[01]?\d)\k<mark>(?<day>[0-3]\d|\d(?=[/.?#]|$))(?!\d)/,
  // /2024/march/05/, /2024/mar/5/
  new RegExp(
    `/(?<year>20\\d{2})/(?<name>${alternatives(months.keys())})/(?<day>[0-3]?\\d)(?=[/.?#-]|$)`,
    'i',
  ),
  // /2024/0305/, /202403/05/
  /\/(?<year>20\d{2})\/?(?<month>[01]\d)\/?(?<day>[0-3]\d)(?=[/_-])/,
  // /20240305/, -20240305.html
  /(?<=[/_.=-])(?<year>20[012]\d)(?<month>[01]\d)(?<day>[0-3]\d)(?!\d)/,
  // ~02-01-2022-title
  /(?<=[/_.=~-])(?<day>[0-3]\d)[-_.](?<month>[01]\d)[-_.](?<year>20\d{2})(?!\d)/,
];

/** Reads the date in the URL of a page: "/2024/03/05/title". Returns null if there is none. */
export function dayInUrl(url: string | null): Instant | null {
  const path = url === null ? undefined : /^[a-z]+:\/\/[^/]+(?<path>\/.*)$/i.exec(url)?.groups?.['path'];
  if (path === undefined) return null;
  // The URL of a web archive ends with the URL of the archived page.
  const inner = path.lastIndexOf('http');
  const own = inner > 0 ? path.slice(inner) : path;
  for (const form of forms) {
    const match = form.exec(own)?.groups;
    if (match === undefined) continue;
    const instant: Instant = {
      year: Number(match['year']),
      month:
        match['name'] === undefined ? Number(match['month']) : (months.get(match['name'].toLowerCase()) ?? 0),
      day: Number(match['day']),
      hour: 0,
      minute: 0,
      second: 0,
      microsecond: 0,
      offset: null,
    };
    if (isValid(instant)) return instant;
  }
  return null;
}

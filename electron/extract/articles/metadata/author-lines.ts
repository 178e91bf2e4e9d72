import { fold } from '../../datetime/names.ts';
import type { MetadataSources } from '../sources.ts';
import type { AuthorCandidate } from './author-candidate.ts';
import { bylineLabel, surePrefix } from './byline-words.ts';
import { mayHoldDate } from './date-text.ts';
import { cleanNames, isFullName, splitNames } from './person.ts';
import type { Line } from './scan.ts';

/** Score of a line near the title that starts like a byline. */
export const lineNearTitle = 70;

/** Maximum number of lines that start like a byline; lists of articles have many. */
const maxLines = 100;

/** Maximum length of a label line. */
const maxLabel = 25;
const maxName = 60;

/** Returns the name in the line after a label such as "Written by", or null. */
function nameBelow(label: Line, below: Line | undefined): string | null {
  if (below === undefined || below.text.length > maxName || !bylineLabel.test(fold(label.text))) return null;
  return fullName.test(below.text) ? below.text : null;
}

/** Matches two to four capitalized words. */
const fullName = /^\p{Lu}[\p{L}.'’-]*(?:\s+\p{Lu}[\p{L}.'’-]*){1,3}$/u;

/** Whether a line consists of full names, as bylines far from the title have to: "By Ada Bell and Ciro Amico". */
function namesPeople(line: string): boolean {
  const names = cleanNames(line);
  return names !== null && splitNames(names).every((name) => isFullName(name) || /^\p{Lo}/u.test(name));
}

/** Maximum distance from the title of a line with a date and a name. */
const datedReach = 300;
const maxDated = 120;
const maxDate = 30;

const byName = /^(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|[Aa]v|[Pp]rzez)\s+\p{Lu}/u;
/** What stands between a date and a name. */
const besideDates = /\s*[|•·–—]\s*|\s+-\s+|,?\s+(?=(?:by|von|par|por|door|av|przez)\s+\p{Lu})/u;

/** Returns the name in a line with a date: "5 March 2024 | By Ada Bell", "5 March 2024 - Ada Bell"; null if there is none. */
function besideDate(text: string): { name: string; score: number } | null {
  if (text.length > maxDated || !mayHoldDate(text) || surePrefix.test(fold(text))) return null;
  const parts = text.split(besideDates).filter((part) => part !== '');
  const signed = parts.find((part, index) => index > 0 && byName.test(part));
  if (signed !== undefined) return { name: signed, score: lineNearTitle };
  const [date = '', other = '', ...more] = parts;
  if (more.length > 0 || date.length > maxDate || !mayHoldDate(date)) return null;
  const name = other.replace(/\s+(?:in|on behalf of)\s.*$/u, '');
  return fullName.test(name) ? { name, score: 60 } : null;
}

/** Finds bylines in text lines: "By Ada Bell", "Text: Ada Bell". */
export function authorsInLines(sources: MetadataSources): AuthorCandidate[] {
  const { scan, places } = sources;
  const found: AuthorCandidate[] = [];
  for (const [index, line] of scan.lines.entries()) {
    if (found.length >= maxLines) break;
    if (line.text.length > 160 || line.text.length < 2 || places.isForeign(line)) continue;
    const name = line.text.length <= maxLabel ? nameBelow(line, scan.lines[index + 1]) : null;
    if (name !== null) {
      const base = places.distance(line) < 3000 ? 66 : 40;
      found.push({ name, score: base, group: `line ${line.offset}`, offset: line.offset });
      continue;
    }
    if (line.text.length < 5) continue;
    const dated =
      line.element.name !== 'h1' && places.distance(line) < datedReach ? besideDate(line.text) : null;
    if (dated !== null) {
      found.push({ ...dated, group: `line ${line.offset}`, offset: line.offset });
      continue;
    }
    const match = surePrefix.exec(fold(line.text));
    if (match === null) continue;
    const words = line.text.slice(match[0].length).trim().split(/\s+/);
    if (!/^\p{Lu}|^\p{Lo}/u.test(words[0] ?? '')) continue;
    const distance = places.distance(line);
    const base = distance < 800 ? lineNearTitle : distance < 3000 ? 48 : 36;
    if (base < lineNearTitle && !namesPeople(line.text)) continue;
    found.push({ name: line.text, score: base, group: `line ${line.offset}`, offset: line.offset });
  }
  return found;
}

/**
 * Parses date formats with the directives of Python's `datetime.strptime`. The editor checks formats with it, and
 * extraction matches text against the parts.
 */

/** One part of a format: literal text, a run of white space, or a directive by its letter. */
export type FormatPart =
  { kind: 'literal'; text: string } | { kind: 'space' } | { kind: 'directive'; letter: string };

/** The parts of a format, or why it is not valid. `hasYear`: whether a directive reads a year. */
export type FormatReading =
  { ok: true; parts: FormatPart[]; hasYear: boolean } | { ok: false; problem: string };

/** Directives for a single value. */
const directives = new Set('aAbBdfGHIjmMpSuUVwWyYzZ');

/** Directives that combine others: `%c`, `%x` and `%X` of the C locale. */
const composed: Readonly<Record<string, string>> = {
  c: '%a %b %d %H:%M:%S %Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

/** Directives of strftime and of other languages that Python's strptime rejects, with replacements. */
const instead: Readonly<Record<string, string>> = {
  C: '%Y',
  D: '%m/%d/%y',
  e: '%d',
  F: '%Y-%m-%d',
  h: '%b',
  k: '%H',
  l: '%I',
  P: '%p',
  r: '%I:%M:%S %p',
  R: '%H:%M',
  T: '%H:%M:%S',
};

function refusal(text: string, letter: string): string {
  if (letter === '') return 'The format ends in a single "%"; write "%%" for a percent sign.';
  const padded = /^%[-_#0](.)/.exec(text);
  if (padded !== null) {
    const plain = padded[1] ?? '';
    return `The format uses "${padded[0]}", which strptime does not know; "%${plain}" reads numbers with and without a leading zero.`;
  }
  const better = instead[letter];
  return better === undefined
    ? `The format uses "%${letter}", which strptime does not know.`
    : `The format uses "%${letter}", which strptime does not know; write "${better}" instead.`;
}

/**
 * Parses a format. As in Python, a directive may occur only once. White space at both ends is ignored, as in the texts that
 * are matched.
 */
export function readFormat(format: string): FormatReading {
  const parts: FormatPart[] = [];
  const seen = new Set<string>();
  let expanded = '';
  for (let index = 0; index < format.length; index += 1) {
    const letter = format[index + 1] ?? '';
    if (format[index] !== '%') expanded += format[index] ?? '';
    else {
      expanded += Object.hasOwn(composed, letter) ? (composed[letter] ?? '') : `%${letter}`;
      index += 1;
    }
  }
  for (const [token, space] of expanded.matchAll(/(\s+)|%[^]?|[^%\s]+/gu)) {
    if (space !== undefined) parts.push({ kind: 'space' });
    else if (token === '%%') parts.push({ kind: 'literal', text: '%' });
    else if (token.startsWith('%')) {
      const letter = token.slice(1);
      if (!directives.has(letter)) {
        const rest = format.slice(Math.max(0, format.indexOf(token)));
        return { ok: false, problem: refusal(rest, letter) };
      }
      if (seen.has(letter))
        return { ok: false, problem: `The format uses "%${letter}" twice; a directive may occur once.` };
      seen.add(letter);
      parts.push({ kind: 'directive', letter });
    } else parts.push({ kind: 'literal', text: token });
  }
  const problem = missingPart(seen);
  if (problem !== null) return { ok: false, problem };
  if (parts[0]?.kind === 'space') parts.shift();
  if (parts.at(-1)?.kind === 'space') parts.pop();
  const hasYear = ['Y', 'y', 'G'].some((letter) => seen.has(letter));
  return { ok: true, parts, hasYear };
}

/** Why the directives do not make a date; null if they do. A missing month or day means the first, as in Python. */
function missingPart(seen: ReadonlySet<string>): string | null {
  if (seen.size === 0)
    return 'The format has no directive, so it reads no date; write for example "%d.%m.%Y".';
  const weekday = ['a', 'A', 'u', 'w'].some((letter) => seen.has(letter));
  if (seen.has('G') || seen.has('V')) {
    if (!seen.has('G') || !seen.has('V') || !weekday) {
      return 'The ISO year "%G" and the ISO week "%V" need each other and a weekday, such as "%u".';
    }
    return seen.has('j') ? 'The ISO year "%G" cannot be combined with "%j"; use "%Y".' : null;
  }
  return null;
}

/** Why a format is not valid, in one sentence; null: it is valid. */
export function formatProblem(format: string): string | null {
  if (format.trim() === '') return 'The format is blank; write strptime directives such as "%d.%m.%Y".';
  const read = readFormat(format);
  return read.ok ? null : read.problem;
}

/** Why a valid format may not do what its author expects, in one sentence; null: no warning. */
export function formatWarning(format: string): string | null {
  const read = readFormat(format);
  return read.ok && !read.hasYear ? 'The format has no year, so every date is in 1900, as in Python.' : null;
}

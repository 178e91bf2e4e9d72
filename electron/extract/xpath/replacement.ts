import type { PatternMatch } from '../../patterns/compile.ts';
import { SelectorError } from '../budget.ts';

const escape = /\\(?:g<([^>]*)>|0[0-7]{0,2}|[1-3][0-7]{2}|([1-9]\d?)|([\s\S]?))/g;
const controls: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/**
 * Expands a replacement template in Python's syntax (`\1`, `\g<1>`, `\g<name>`, `\n`) for a match.
 * @throws SelectorError for unknown groups, and for escapes that Python rejects
 */
export function expandReplacement(
  template: string,
  match: PatternMatch,
  names: Readonly<Record<string, number>>,
): string {
  if (!template.includes('\\')) return template;
  return template.replaceAll(escape, (whole, named?: string, numbered?: string, char?: string) => {
    if (named !== undefined)
      return groupText(match, /^\d+$/.test(named) ? Number(named) : names[named], named);
    if (numbered !== undefined) return groupText(match, Number(numbered), numbered);
    if (char === undefined) return String.fromCharCode(Number.parseInt(whole.slice(1), 8));
    const control = controls[char];
    if (control !== undefined) return control;
    if (/^[A-Za-z]?$/.test(char)) {
      throw new SelectorError(`The replacement "${template}" holds "\\${char}", which Python does not know.`);
    }
    return whole;
  });
}

function groupText(match: PatternMatch, index: number | undefined, written: string): string {
  if (index === undefined || index >= match.groups.length) {
    throw new SelectorError(`The replacement names the group "${written}", which the pattern does not have.`);
  }
  return match.groups[index] ?? '';
}

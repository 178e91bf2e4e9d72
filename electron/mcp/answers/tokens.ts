/**
 * About how many tokens a model reads in a text, rather too many than too few: tokenizers differ, and the limit of an answer
 * must hold for all of them. Words count by their letters, other scripts by the character, signs that stand together for less.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(runs)) tokens += costOf(run);
  return Math.ceil(tokens);
}

/** What tokenizers keep together: a word, up to its next capital; digits; white space; signs; other characters. */
const runs = /[A-Z]?[a-z]+|[A-Z]+|\d+|\s+|[!-/:-@[-`{-~]+|[^\0-\x7F]+|[\0-\x1F\x7F]+/gu;

function costOf(run: string): number {
  const first = run.charCodeAt(0);
  if (first > 0x7f) return Array.from(run, costOfCharacter).reduce((sum, cost) => sum + cost, 0);
  if (/^[A-Za-z]/.test(run)) return Math.max(1, run.length * 0.3);
  if (/^\d/.test(run)) return Math.ceil(run.length / 2);
  if (run === ' ') return 0;
  return /^\s/.test(run) ? 1 : 1 + (run.length - 1) * 0.5;
}

function costOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return 3;
  return code < 0x900 ? 0.8 : 1.6;
}

/** What a page may have in its texts that not every database holds, by name. */
export const oddTexts: readonly (readonly [string, string])[] = [
  ['NUL', 'be\0fore'],
  ['nothing but NULs', '\0\0\0'],
  ['the first half of a character', 'be\ud83dfore'],
  ['the second half of a character', 'be\ude00fore'],
  ['halves in the wrong order', '\ude00\ud83d'],
  ['a whole character', 'be\u{1f600}fore'],
  ['what looks like an escape of JSON', String.raw`be\u0000fore \\u0000 \ud83d`],
  ['U+FFFD', 'be\uFFFDfore'],
  ['other control characters', 'be\u0001\u001f\u007ffore'],
  ['a character that is none', 'be\uffff\ufffefore'],
];

/** The same text where NUL and halves of characters are replaced. */
export const replaced = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

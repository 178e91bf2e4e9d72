const invisible = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g;
/** What has to change in a text before it is one line. */
const untidy = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]|\s\s|[^\S ]/;

/** A long text is tidied in pieces of this many characters: a match for each of its spaces would need many times its memory. */
const pieceLength = 65_536;

const tidy = (text: string): string => text.replaceAll(invisible, '').replaceAll(/\s+/g, ' ');

/** The text on one line: every run of white space as one space, none at the ends, without characters that nobody sees. */
export function oneLine(text: string): string {
  const inner = text.trim();
  if (!untidy.test(inner)) return inner;
  if (text.length <= pieceLength) return tidy(text).trim();
  const pieces: string[] = [];
  let afterSpace = true;
  for (let start = 0; start < text.length; start += pieceLength) {
    const piece = tidy(text.slice(start, start + pieceLength));
    const next: string = afterSpace && piece.startsWith(' ') ? piece.slice(1) : piece;
    if (next === '') continue;
    pieces.push(next);
    afterSpace = next.endsWith(' ');
  }
  return pieces.join('').trimEnd();
}

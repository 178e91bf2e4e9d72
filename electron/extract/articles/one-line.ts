const invisible = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g;
/** Matches what `oneLine` changes in a text. */
const untidy = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]|\s\s|[^\S ]/;

/** Long texts are processed in parts of this many characters, because all matches at once would need much memory. */
const pieceLength = 65_536;

const tidy = (text: string): string => text.replaceAll(invisible, '').replaceAll(/\s+/g, ' ');

/** Writes a text on one line: collapses white space, trims, and removes invisible characters. */
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

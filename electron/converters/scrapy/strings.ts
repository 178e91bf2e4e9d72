/** A text that stands in the source. */
export interface ReadString {
  /** Its value; of a formatted text its pieces: what is text, and the sources of what is computed. */
  value: string;
  pieces: { text: string; isCode: boolean }[] | null;
  /** Whether the value is not known: it is of bytes. */
  isBytes: boolean;
  /** Where it ends; null: it is never closed. */
  end: number | null;
}

const begin = /([A-Za-z]{0,2})("""|'''|"|')/y;
const prefixes = /^(?:[rbuf]|rb|br|fr|rf)?$/i;
const hexadecimal = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))/iy;
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

/** Reads a text with its prefix and its quotes. Null: none begins there. */
export function readString(source: string, at: number): ReadString | null {
  begin.lastIndex = at;
  const opened = begin.exec(source);
  const [whole = '', prefix = '', quote = ''] = opened ?? [];
  if (opened === null || !prefixes.test(prefix)) return null;
  const isRaw = /r/i.test(prefix);
  const isFormatted = /f/i.test(prefix);
  const values: string[] = [];
  let end = at + whole.length;
  let closed = false;
  while (end < source.length) {
    const sign = source.charAt(end);
    if (sign === quote.charAt(0) && source.startsWith(quote, end)) {
      closed = true;
      break;
    }
    if (sign === '\n' && quote.length === 1) break;
    if (sign !== '\\') {
      values.push(sign);
      end += 1;
      continue;
    }
    const [length, meaning] = isRaw ? [2, source.slice(end, end + 2)] : escapeAt(source, end);
    values.push(meaning);
    end += length;
  }
  const value = values.join('');
  return {
    value,
    pieces: isFormatted ? piecesOf(value) : null,
    isBytes: /b/i.test(prefix),
    end: closed ? end + quote.length : null,
  };
}

/** An escape: how many characters it has, and what it means. */
function escapeAt(source: string, at: number): [length: number, meaning: string] {
  const next = source.charAt(at + 1);
  hexadecimal.lastIndex = at;
  const hex = hexadecimal.exec(source);
  if (hex !== null) {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '0', 16);
    return [hex[0].length, code > 0x10_ff_ff ? '' : String.fromCodePoint(code)];
  }
  return [2, Object.hasOwn(escapes, next) ? (escapes[next] ?? '') : `\\${next}`];
}

/** The pieces of a formatted text: `{{` is a brace, `{name}` is computed. */
function piecesOf(value: string): { text: string; isCode: boolean }[] {
  const pieces: { text: string; isCode: boolean }[] = [];
  let text = '';
  for (let at = 0; at < value.length; at += 1) {
    const sign = value.charAt(at);
    if ((sign === '{' || sign === '}') && value.charAt(at + 1) === sign) {
      text += sign;
      at += 1;
    } else if (sign === '{') {
      const end = value.indexOf('}', at);
      pieces.push({ text, isCode: false });
      pieces.push({ text: value.slice(at + 1, end === -1 ? value.length : end), isCode: true });
      text = '';
      at = end === -1 ? value.length : end;
    } else text += sign;
  }
  return [...pieces, { text, isCode: false }];
}

/** Numbers and strings of XPath, converted like libxml2 does. */

/** Significant digits that libxml2 prints: those that every double holds exactly. */
const digits = 15;

/** Converts a number to a string like `string()`: integers plain, others with up to 15 significant digits. */
export function numberToString(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === Math.trunc(value) && Math.abs(value) < 2 ** 31) return String(value === 0 ? 0 : value);
  const size = Math.abs(value);
  if (size > 1e9 || size < 1e-5) {
    const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
    return `${stripZeros(mantissa)}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, '0')}`;
  }
  const places = Math.trunc(Math.log10(size));
  return stripZeros(value.toFixed(places > 0 ? digits - places - 1 : digits - places));
}

const stripZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Converts a number to a string like Python's `float`, as parsel returns the value of a numeric expression. */
export function numberToPython(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= 16 || (exponent < -4 && value !== 0)) {
    const sign = exponent < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const plain = Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(20).replace(/0+$/, '') : String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}

/** Accepts an exponent, which XPath 1.0 does not have, like libxml2. */
const numeral = /^[ \t\r\n]*(-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)[ \t\r\n]*$/;

/** Converts a string to a number as XPath does; NaN if it is not a number. */
export function stringToNumber(text: string): number {
  const match = numeral.exec(text);
  return match === null ? Number.NaN : Number(match[1]);
}

/** Rounds to the nearest integer, halves up. NaN, the infinities and -0 stay unchanged. */
export function roundNumber(value: number): number {
  if (!Number.isFinite(value) || value === Math.trunc(value)) return value;
  const rounded = Math.floor(value + 0.5);
  return rounded === 0 && value < 0 ? -0 : rounded;
}

/** Trims and collapses white space, like `normalize-space()`. */
export function normalizeSpace(text: string): string {
  return text.replaceAll(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}

const surrogate = /[\uD800-\uDFFF]/;

/** Length in characters, which XPath counts, instead of UTF-16 units. */
export function stringLength(text: string): number {
  return surrogate.test(text) ? Array.from(text).length : text.length;
}

/** `substring(text, from, length)`: characters at positions p, from 1, with round(from) <= p < round(from) + round(length). */
export function substring(text: string, from: number, length: number): string {
  const first = roundNumber(from);
  const end = first + roundNumber(length);
  if (!(end > 1) || Number.isNaN(first)) return '';
  const start = Math.max(first - 1, 0);
  if (surrogate.test(text))
    return Array.from(text)
      .slice(start, end - 1)
      .join('');
  return text.slice(start, end - 1);
}

/** Replaces or removes characters, like `translate()`. */
export function translate(text: string, from: string, to: string): string {
  const targets = Array.from(to);
  const table = new Map<string, string>();
  Array.from(from).forEach((char, index) => {
    if (!table.has(char)) table.set(char, targets[index] ?? '');
  });
  let out = '';
  for (const char of text) out += table.get(char) ?? char;
  return out;
}

/** Splits a text at XML white space. */
export function words(text: string): string[] {
  return text.split(/[ \t\r\n]+/).filter((word) => word !== '');
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

/** Whether a class attribute contains the class. Classes are separated by HTML white space. */
export function hasWord(list: string, word: string): boolean {
  for (let at = list.indexOf(word); at !== -1; at = list.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (
      (at === 0 || isSpace(list.charCodeAt(at - 1))) &&
      (end === list.length || isSpace(list.charCodeAt(end)))
    ) {
      return true;
    }
  }
  return false;
}

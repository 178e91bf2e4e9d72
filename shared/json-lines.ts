/** The lines in which the elements of a JSON array begin, counted from 1. @param text valid JSON */
export function elementLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let awaits = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\n') line += 1;
    if (/\s/u.test(char)) continue;
    const closes = char === ']' || char === '}';
    if (awaits && depth === 1 && !closes) {
      lines.push(line);
      awaits = false;
    }
    if (char === '"') at = endOfText(text, at);
    else if (char === '[' || char === '{') {
      depth += 1;
      awaits = depth === 1;
    } else if (closes) depth -= 1;
    else if (char === ',' && depth === 1) awaits = true;
  }
  return lines;
}

/** Where a JSON text that begins at a quote ends. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '"') return at;
  }
  return text.length;
}

/** How many characters before a fault V8 shows in its message. */
const shownBefore = 10;

/** What `JSON.parse` finds wrong, in words that fit into a line, and its line, counted from 1. @param told its message */
export function jsonFault(text: string, told: string): { line: number; message: string } {
  const position = positionOf(text, told);
  const words = told.replace(
    /(?:, (?:\.{3})?".*"(?:\.{3})? is not valid JSON| in JSON at position .*)$/su,
    '',
  );
  return { line: text.slice(0, position).split('\n').length, message: `No JSON: ${words}.` };
}

/** Where a fault is: V8 names the place, or the character with what is around it, or none where the text ends too early. */
function positionOf(text: string, told: string): number {
  const place = /at position (\d+)/u.exec(told)?.[1];
  if (place !== undefined) return Number(place);
  const [, token, cut, around] = /'(.+?)', (\.{3})?"(.*)"(?:\.{3})? is not valid JSON$/su.exec(told) ?? [];
  if (token === undefined || around === undefined) return text.length;
  return cut === undefined ? text.indexOf(token) : text.indexOf(around) + shownBefore;
}

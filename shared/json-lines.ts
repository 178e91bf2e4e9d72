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

/** The line of a fault that `JSON.parse` tells, counted from 1; the last one where it tells none. */
export function lineOfFault(text: string, message: string): number {
  const position = /position (\d+)/u.exec(message)?.[1];
  const before = position === undefined ? text : text.slice(0, Number(position));
  return before.split('\n').length;
}

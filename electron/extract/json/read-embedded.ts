import { readJson, type JsonReading } from './read-json.ts';

/** The beginning of an assignment of an object or a list: `window.__STATE__ = {`. */
const assignment =
  /^\s*(?:\/\*.*?\*\/\s*)?(?:(?:var|let|const)\s+)?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[(?:"[^"]*"|'[^']*')\])*\s*=\s*(?:JSON\.parse\(\s*(?="))?(?=[[{"])/s;

/**
 * Parses the JSON in a text of a page: the text itself, or what a script assigns to a name (`window.__STATE__ = {…};`), whatever follows.
 */
export function readEmbedded(text: string): JsonReading {
  const whole = readJson(text);
  if (whole.ok) return whole;
  const opening = assignment.exec(text)?.[0];
  if (opening === undefined) return whole;
  const end = endOfValue(text, opening.length);
  if (end === null) return whole;
  const value = readJson(text.slice(opening.length, end));
  if (!opening.includes('JSON.parse')) return value.ok && typeof value.value === 'object' ? value : whole;
  const inner = value.ok && typeof value.value === 'string' ? readJson(value.value) : whole;
  return inner.ok ? inner : whole;
}

/** Where the object, list or text that begins at a place ends; null: it does not. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (isText) {
      if (char === '\\') at += 1;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth === 0 && !isText) return at + 1;
  }
  return null;
}

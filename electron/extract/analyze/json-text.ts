import type { Element } from 'domhandler';
import { textContent } from '../walk.ts';

/** Elements that a parser or a browser puts around a text. */
const made: ReadonlySet<string> = new Set(['html', 'head', 'body', 'pre']);

/** Characters of a text that is tried. */
const maxText = 8_000_000;

/** The JSON that a page of HTML is, because its site calls it HTML; null: it is a page. @param elements of the page in document order */
export function jsonText(elements: readonly Element[]): string | null {
  const body = elements.find(({ name }) => name === 'body');
  if (body === undefined || !elements.every(({ name }) => made.has(name))) return null;
  const text = textContent(body).trim();
  if (text.length > maxText || !/^[[{]/.test(text)) return null;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

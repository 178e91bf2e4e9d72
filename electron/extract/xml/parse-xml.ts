import type { Document, ParentNode } from 'domhandler';
import { SaxesParser } from 'saxes';
import { append, appendText, createComment } from '../html/nodes.ts';
import { PageDocument } from '../html/page-document.ts';
import { entitiesOf } from './entities.ts';
import { XmlElement } from './xml-element.ts';

/** The tree of an XML page, or why the text is not XML: a phrase with the place. */
export type XmlReading = { ok: true; document: Document } | { ok: false; problem: string };

/**
 * Parses XML 1.0 or 1.1. CDATA sections become text, comments are kept, and processing instructions and the document type are left
 * out. White space before the XML declaration is tolerated, because feeds often have it. External entities are never loaded.
 */
export function parseXml(text: string): XmlReading {
  const start = text.length - text.trimStart().length;
  const document = new PageDocument([]);
  let open: ParentNode = document;
  const parser = new SaxesParser({ xmlns: false, position: true } as const);
  parser.ENTITIES = entitiesOf('');
  parser.on('doctype', (doctype) => {
    parser.ENTITIES = entitiesOf(doctype);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = new XmlElement(name, attributes);
    append(open, element);
    open = element;
  });
  parser.on('closetag', () => {
    open = open.parent ?? document;
  });
  const addText = (data: string): void => {
    if (open !== document && data !== '') appendText(open, data);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', (comment) => append(open, createComment(comment)));
  try {
    parser.write(text.slice(start)).close();
    return { ok: true, document };
  } catch (error) {
    return { ok: false, problem: problemOf(error, parser, text) };
  }
}

/** Describes an error of the parser, whose message begins with the place and ends with a full stop. */
function problemOf(error: unknown, { line, columnIndex }: SaxesParser, text: string): string {
  // The parser reads on from "&" to the next semicolon, so it names another fault or another place.
  const ampersand = loneAmpersand(text);
  if (ampersand !== null) {
    const lines = text.slice(0, ampersand).split(lineBreak);
    return `a "&" must be written as "&amp;" (line ${lines.length}, column ${lastLength(lines) + 1})`;
  }
  const message = error instanceof Error ? error.message : String(error);
  const before = text.slice(0, text.length - text.trimStart().length).split(lineBreak);
  const column = line === 1 ? columnIndex + lastLength(before) : columnIndex;
  const place = `line ${line + before.length - 1}, column ${Math.max(1, column)}`;
  return `${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')} (${place})`;
}

const lineBreak = /\r\n|\r|\n/;
const lastLength = (lines: readonly string[]): number => lines.at(-1)?.length ?? 0;

/** Returns the place of the first "&" that begins no reference, outside CDATA sections and comments; null: there is none. */
function loneAmpersand(text: string): number | null {
  const sign = /&(?!#?[\w.:-]+;)|<!\[CDATA\[|<!--/g;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    if (found[0] === '&') return found.index;
    const end = text.indexOf(found[0] === '<!--' ? '-->' : ']]>', sign.lastIndex);
    if (end === -1) return null;
    sign.lastIndex = end;
  }
  return null;
}

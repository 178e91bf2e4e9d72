import { decode, referenceNames } from '../html/entities.ts';

/** Maximum number of characters that the declared entities of a page may add to it. */
const maxExpanded = 1_000_000;

/** Characters by name: the five of XML, and those of HTML, which feeds use without declaring them. */
const characters: Record<string, string> = Object.create(null);
for (const name of referenceNames) {
  const reference = `&${name};`;
  characters[name] = decode(reference, 0, reference.length, false) ?? reference;
}

/** An entity with plain text and character references. Others refer to entities or hold markup. */
const declaration = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"<%]*)"|'([^'<%]*)')\s*>/g;

/**
 * The entities of an XML page by name: those of XML and HTML, and those that the page declares as plain text. An entity made of
 * other entities is not read, and what declared entities add to a page is bounded, so that a small page cannot become a large one.
 * @param doctype the document type declaration; empty: none
 */
export function entitiesOf(doctype: string): Record<string, string> {
  const entities: Record<string, string> = Object.create(characters);
  let left = maxExpanded;
  for (const [, name = '', double, single] of doctype.matchAll(declaration)) {
    const written = double ?? single ?? '';
    if (Object.hasOwn(entities, name) || Object.hasOwn(characters, name) || /&(?!#)/.test(written)) continue;
    const text = decode(written, 0, written.length, false) ?? written;
    Object.defineProperty(entities, name, {
      get() {
        left -= text.length;
        if (left < 0) throw new RangeError('its entities stand for too much text');
        return text;
      },
    });
  }
  return entities;
}

import type { Element } from 'domhandler';
import { XmlElement } from './xml-element.ts';

/** Reads the value of an attribute; undefined: the element has none of this name. */
export type AttributeReader = (element: Element) => string | undefined;

/**
 * A reader for an attribute by its name as written in a selector, with its prefix. Names in XML are as written; in HTML a prefix
 * such as `xlink:` belongs to attributes inside svg, whose tree keeps it apart.
 */
export function attributeReader(name: string): AttributeReader {
  const colon = name.indexOf(':');
  if (colon === -1) return ({ attribs }) => attribs[name];
  const prefix = name.slice(0, colon);
  const local = name.slice(colon + 1);
  return (element) => {
    const value = element.attribs[name];
    if (value !== undefined || element instanceof XmlElement) return value;
    return element['x-attribsPrefix']?.[local] === prefix ? element.attribs[local] : undefined;
  };
}

/** The same for a name in CSS, which ignores the case of names in HTML. */
export function cssAttributeReader(name: string): AttributeReader {
  const [asWritten, lower] = [attributeReader(name), attributeReader(name.toLowerCase())];
  return (element) => (element instanceof XmlElement ? asWritten(element) : lower(element));
}

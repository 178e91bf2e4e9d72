import { SaxesParser } from 'saxes';

/** An element of an answer. */
export interface XmlElement {
  name: string;
  /** Text of the element itself. */
  text: string;
  children: XmlElement[];
}

/** The most elements of an answer: a list has up to a thousand objects of a dozen elements each. */
const maxElements = 50_000;

/** Reads the answer of a server. @returns null: it is not XML, or too long */
export function readXml(text: string): XmlElement | null {
  const root: XmlElement = { name: '', text: '', children: [] };
  const open = [root];
  let elements = 0;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name }) => {
    elements += 1;
    if (elements > maxElements) throw new Error('too many elements');
    const element: XmlElement = { name: name.replace(/^.*:/, ''), text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const add = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser.write(text).close();
    return root.children[0] ?? null;
  } catch {
    return null;
  }
}

/** Text of the first child of a name; empty: there is none. */
export const textOf = (element: XmlElement | null, name: string): string =>
  element?.children.find((child) => child.name === name)?.text ?? '';

/** The children of a name. */
export const childrenOf = (element: XmlElement | null, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Writes text into XML. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

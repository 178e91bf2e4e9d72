import { Element } from 'domhandler';

/** An element of an XML page. Its name and those of its attributes are as written, with their prefixes and capitals. */
export class XmlElement extends Element {
  /**
   * The namespace that a prefix stands for at this element; "" for the prefix is the default one. Empty: none.
   * @param onStep called for each element that is looked at
   */
  namespaceOf(prefix: string, onStep: () => void = () => {}): string {
    const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    let namespace = this.attribs[declaration];
    for (
      let { parent } = this;
      namespace === undefined && parent instanceof XmlElement;
      { parent } = parent
    ) {
      onStep();
      namespace = parent.attribs[declaration];
    }
    if (namespace !== undefined) return namespace;
    return prefix === 'xml' ? 'http://www.w3.org/XML/1998/namespace' : '';
  }
}

/** Whether an attribute of an XML element declares a namespace, which makes it no attribute for XPath. */
export const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:');

/** A qualified name without its prefix. */
export const localPart = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The prefix of a qualified name; empty without one. */
export const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')));

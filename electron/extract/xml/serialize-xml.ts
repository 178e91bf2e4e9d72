import { isComment, isText, type AnyNode } from 'domhandler';
import { isDeclaration, XmlElement } from './xml-element.ts';

const escapeText = (text: string): string =>
  /[&<>\r]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
    : text;

const escapeAttribute = (value: string): string =>
  escapeText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

const written = (attributes: readonly (readonly [string, string])[]): string =>
  attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');

/** Namespaces that are declared outside of an element and not anew in it. */
function inherited(root: XmlElement): [string, string][] {
  const found = new Map<string, string>();
  for (let { parent } = root; parent instanceof XmlElement; { parent } = parent) {
    for (const [name, value] of Object.entries(parent.attribs)) {
      if (isDeclaration(name) && root.attribs[name] === undefined && !found.has(name)) found.set(name, value);
    }
  }
  return [...found];
}

function startTag(element: XmlElement, around: readonly [string, string][]): string {
  const all = Object.entries(element.attribs);
  const declared = all.filter(([name]) => isDeclaration(name));
  const others = declared.length === 0 ? all : all.filter(([name]) => !isDeclaration(name));
  const end = element.children.length === 0 ? '/>' : '>';
  return `<${element.name}${written(declared)}${written(around)}${written(others)}${end}`;
}

function opening(node: AnyNode, root: XmlElement): string {
  if (node instanceof XmlElement) return startTag(node, node === root ? inherited(root) : []);
  if (isText(node)) return escapeText(node.data);
  return isComment(node) ? `<!--${node.data}-->` : '';
}

const closing = (node: AnyNode): string =>
  node instanceof XmlElement && node.children.length > 0 ? `</${node.name}>` : '';

/**
 * Serializes an element like parsel's `get()` on XML, that is, like lxml without the text after it: the namespaces around it are
 * declared on it, and empty elements have no end tag.
 */
export function serializeXml(root: XmlElement): string {
  let markup = '';
  let node: AnyNode = root;
  for (;;) {
    markup += opening(node, root);
    const child: AnyNode | undefined = 'children' in node ? node.children[0] : undefined;
    if (child !== undefined) {
      node = child;
      continue;
    }
    markup += closing(node);
    while (node !== root && node.next === null && node.parent !== null) {
      node = node.parent;
      markup += closing(node);
    }
    if (node === root || node.next === null) return markup;
    node = node.next;
  }
}

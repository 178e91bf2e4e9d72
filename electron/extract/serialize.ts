import { isComment, isTag, isText, type AnyNode, type Element } from 'domhandler';
import { serializeXml } from './xml/serialize-xml.ts';
import { XmlElement } from './xml/xml-element.ts';

/** Elements without an end tag. */
const voidElements = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Elements whose text is not escaped. */
const rawTextElements = new Set('script style xmp iframe noembed noframes plaintext'.split(' '));
/** Attributes that are always written without their value: the list of libxml2. */
const bareAttributes = new Set(
  'checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected'.split(
    ' ',
  ),
);
/** Attributes that are written without an empty value: the tree does not distinguish `hidden` and `hidden=""`. */
const switchAttributes = new Set(
  'allowfullscreen async autofocus autoplay controls default download formnovalidate hidden inert itemscope loop muted nomodule novalidate open playsinline required reversed'.split(
    ' ',
  ),
);
/** URL attributes, which libxml2 percent-encodes. */
const addressAttributes = new Set(['href', 'src', 'action']);

const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;

/** Percent-encodes a URL like libxml2: everything except letters, digits and some signs. */
function escapeAddress(value: string): string {
  const address = value.replace(/^[ \t\r\n]+/, '');
  if (/^[\w.!~*'()\-@/:=?;#%&,+]*$/.test(address)) return address;
  return address.toWellFormed().replaceAll(/[^\w.!~*'()\-@/:=?;#%&,+<>]+/g, (run) => encodeURIComponent(run));
}

function attribute(element: Element, name: string, value: string): string {
  const prefix = element['x-attribsPrefix']?.[name];
  const written = prefix ? `${prefix}:${name}` : name;
  if (bareAttributes.has(name) || (value === '' && switchAttributes.has(name))) return ` ${written}`;
  const isAddress = addressAttributes.has(name) || (name === 'name' && element.name === 'a');
  const escaped = escapeText(isAddress ? escapeAddress(value) : value);
  if (!escaped.includes('"')) return ` ${written}="${escaped}"`;
  if (!escaped.includes("'")) return ` ${written}='${escaped}'`;
  return ` ${written}="${escaped.replaceAll('"', '&quot;')}"`;
}

function startTag(element: Element): string {
  let tag = `<${element.name}`;
  for (const [name, value] of Object.entries(element.attribs)) tag += attribute(element, name, value);
  return `${tag}>`;
}

/** The markup before the children of a node. */
function opening(node: AnyNode): string {
  if (isTag(node)) return startTag(node);
  if (isText(node)) {
    const { parent } = node;
    return parent !== null && isTag(parent) && rawTextElements.has(parent.name)
      ? node.data
      : escapeText(node.data);
  }
  return isComment(node) ? `<!--${node.data}-->` : '';
}

/** The markup after the children of a node. */
const closing = (node: AnyNode): string =>
  isTag(node) && !(voidElements.has(node.name) && node.children.length === 0) ? `</${node.name}>` : '';

/**
 * Serializes a node like parsel's `get()`, that is, like lxml's HTML serialization without the text after the node: void
 * elements without an end tag, URLs percent-encoded, `&`, `<` and `>` escaped, quotation marks only where necessary. For
 * the document, returns the markup of its children without the doctype. XML is written as XML.
 */
export function serializeNode(root: AnyNode): string {
  if (root instanceof XmlElement) return serializeXml(root);
  let markup = '';
  let node: AnyNode = root;
  for (;;) {
    markup += opening(node);
    const child = 'children' in node ? node.children[0] : undefined;
    if (child !== undefined) {
      node = child;
      continue;
    }
    markup += closing(node);
    while (node !== root && node.next === null) {
      if (node.parent === null) return markup;
      node = node.parent;
      markup += closing(node);
    }
    if (node === root || node.next === null) return markup;
    node = node.next;
  }
}

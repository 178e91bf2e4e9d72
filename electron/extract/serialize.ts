import { isComment, isTag, isText, type AnyNode, type Element } from 'domhandler';

/** Elements without an end tag. */
const voidElements = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Elements whose text is written as it is. */
const rawTextElements = new Set('script style xmp iframe noembed noframes plaintext'.split(' '));
/** Attributes that are written without a value, whatever their value: libxml2's list. */
const bareAttributes = new Set(
  'checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected'.split(
    ' ',
  ),
);
/** Attributes that are written without a value when it is empty: the tree cannot tell `hidden` from `hidden=""`. */
const switchAttributes = new Set(
  'allowfullscreen async autofocus autoplay controls default download formnovalidate hidden inert itemscope loop muted nomodule novalidate open playsinline required reversed'.split(
    ' ',
  ),
);
/** Attributes that hold an address; libxml2 percent-encodes them. */
const addressAttributes = new Set(['href', 'src', 'action']);

const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;

/** Percent-encodes what libxml2 does not leave alone in an address: everything but letters, digits and some signs. */
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

/** What stands before the children of a node. */
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

/** What stands after the children of a node. */
const closing = (node: AnyNode): string =>
  isTag(node) && !(voidElements.has(node.name) && node.children.length === 0) ? `</${node.name}>` : '';

/**
 * A node as markup, as parsel's `get()` gives it (that is lxml's HTML serialisation, without the text after the
 * node): void elements without an end tag, addresses percent-encoded, `&`, `<` and `>` escaped, quotation marks
 * only where they must be. The document itself gives the markup of its children, without the doctype.
 */
export function serializeNode(root: AnyNode): string {
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

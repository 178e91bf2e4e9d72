import { Element, isTag, isText, type AnyNode, type Document } from 'domhandler';
import { parse, parseFragment } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { htmlNamespace } from './construction.ts';
import { PageDocument } from './page-document.ts';
import { following, joinChildren, setChildren } from './join.ts';

const treeAdapter = { ...adapter, createDocument: () => new PageDocument([]) };

/** Builds the tree of any page with parse5. What `buildTree` builds is equal to this, or null. */
export function parseCompletely(html: string): Document {
  // Parsed as with scripting on, a noscript in the head holds plain text and cannot end the head early.
  const document = parse(html, { treeAdapter, scriptingEnabled: true });
  for (let node: AnyNode | null = document; node !== null; node = following(node, document)) {
    if (!('children' in node)) continue;
    if (isTag(node) && node.name === 'noscript') openNoscript(node);
    joinChildren(node);
  }
  return document;
}

function openNoscript(noscript: Element): void {
  const [only] = noscript.children;
  if (
    only === undefined ||
    noscript.children.length > 1 ||
    !isText(only) ||
    noscript.namespace !== htmlNamespace
  ) {
    return;
  }
  if (!only.data.includes('<') && !only.data.includes('&')) return;
  const context = new Element('div', {});
  context.namespace = htmlNamespace;
  const fragment = parseFragment(context, only.data, { treeAdapter: adapter, scriptingEnabled: false });
  setChildren(noscript, fragment.children);
}

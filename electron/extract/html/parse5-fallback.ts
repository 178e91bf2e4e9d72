import { isTag, isText, type AnyNode, type Document, type Element } from 'domhandler';
import { html as standard, parse, parseFragment } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { htmlNamespace } from './construction.ts';
import { following, mergeChildTexts, setChildren } from './merge-text.ts';
import { appendText, createComment, createElement, createText } from './nodes.ts';
import { PageDocument } from './page-document.ts';

/** Creates the same node classes as `buildTree`: a second set of classes would slow down every walk over a page. */
const treeAdapter: typeof adapter = {
  ...adapter,
  createDocument: () => new PageDocument([]),
  createDocumentFragment: () => new PageDocument([]),
  createElement(name, namespace, given) {
    const made = adapter.createElement(name, namespace, given);
    return createElement(name, made.attribs, namespace, {
      namespaces: made['x-attribsNamespace'] ?? {},
      prefixes: made['x-attribsPrefix'] ?? {},
    });
  },
  createTextNode: createText,
  createCommentNode: createComment,
  insertText: appendText,
  insertTextBefore(parent, text, reference) {
    const { prev } = reference;
    if (prev !== null && isText(prev)) prev.data += text;
    else adapter.insertBefore(parent, createText(text), reference);
  },
};

/** Parses any page with parse5. `buildTree` returns an equal tree, or null where it supports less. */
export function parseWithParse5(html: string): Document {
  // With scripting on, a noscript in the head contains plain text and cannot end the head early.
  const document = parse(html, { treeAdapter, scriptingEnabled: true });
  for (let node: AnyNode | null = document; node !== null; node = following(node, document)) {
    if (!('children' in node)) continue;
    if (isTag(node) && node.name === 'noscript') openNoscript(node);
    mergeChildTexts(node);
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
  const context = treeAdapter.createElement('div', standard.NS.HTML, []);
  const fragment = parseFragment(context, only.data, { treeAdapter, scriptingEnabled: false });
  setChildren(noscript, fragment.children);
}

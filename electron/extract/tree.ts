import type { Document } from 'domhandler';
import { buildTree } from './html/build.ts';
import { parseWithParse5 } from './html/parse5-fallback.ts';

/** The tree of an HTML or XML page, as domhandler nodes. */
export interface PageTree {
  readonly kind: 'html' | 'xml';
  readonly document: Document;
}

/**
 * Parses a page to the tree that a browser builds: missing html, head, body and tbody elements are added, and misplaced
 * tags are moved. Accepts any text. The contents of `<noscript>` become nodes, and adjacent text nodes are merged. The
 * contents of `<template>` are in the tree, in a nested document, but selectors do not see them, as in a browser.
 * Texts and attribute values may be slices of the page: texts that outlive the tree must go through `detach`.
 */
export function parsePage(html: string): PageTree {
  return { kind: 'html', document: buildTree(html) ?? parseWithParse5(html) };
}

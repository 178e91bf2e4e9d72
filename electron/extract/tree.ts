import type { Document } from 'domhandler';
import { buildTree } from './html/build.ts';
import { parseWithParse5 } from './html/parse5-fallback.ts';

/** A page as one tree: what a browser would build, as domhandler nodes. */
export interface PageTree {
  readonly document: Document;
}

/**
 * Builds the tree that a browser builds: missing html, head, body and tbody are added, misplaced tags are moved.
 * Any text is accepted. Contents of `<noscript>` become nodes; adjacent text nodes become one. The contents of
 * `<template>` stay in the tree (inside a nested document), but no selector looks there, as in a browser.
 * Texts and attribute values may be slices of the page: what is kept for longer than the tree goes through `detach`.
 */
export function parsePage(html: string): PageTree {
  return { document: buildTree(html) ?? parseWithParse5(html) };
}

import { isDocument, isTag, type AnyNode, type Element } from 'domhandler';

/** A beginning of a selector, with its number of matches. */
export interface ExplainedStep {
  selector: string;
  matches: number;
}

/** The explanation of the result of a selector. */
export interface Explanation {
  steps: ExplainedStep[];
  /** One sentence. */
  reason: string;
  /** What to try; null: unknown. */
  hint: string | null;
}

/** The names on a page, to distinguish typing errors from absent elements. */
export interface Vocabulary {
  names: Map<string, number>;
  classes: Set<string>;
  ids: Set<string>;
  /** Elements inside `<template>`, which selectors do not see. */
  hidden: Element[];
}

/** Returns the node after `node` in document order, including the contents of templates. */
function next(node: AnyNode, root: AnyNode): AnyNode | null {
  if ('children' in node && node.children[0] !== undefined) return node.children[0];
  for (let current: AnyNode | null = node; current !== null && current !== root; current = current.parent) {
    if (current.next !== null) return current.next;
  }
  return null;
}

/** Collects the element names, classes and ids of a page. */
export function vocabularyOf(root: AnyNode): Vocabulary {
  const words: Vocabulary = { names: new Map(), classes: new Set(), ids: new Set(), hidden: [] };
  // End of the template that the walk is in: everything before it is hidden.
  let template: AnyNode | null = null;
  for (let node: AnyNode | null = root; node !== null; node = next(node, root)) {
    if (template !== null && !isInside(node, template)) template = null;
    if (isDocument(node) && node !== root && template === null) template = node;
    if (!isTag(node)) continue;
    if (template !== null) {
      words.hidden.push(node);
      continue;
    }
    words.names.set(node.name, (words.names.get(node.name) ?? 0) + 1);
    for (const word of (node.attribs['class'] ?? '').split(/[ \t\r\n\f]+/)) words.classes.add(word);
    const id = node.attribs['id'];
    if (id !== undefined) words.ids.add(id);
  }
  return words;
}

function isInside(node: AnyNode, ancestor: AnyNode): boolean {
  for (let current: AnyNode | null = node; current !== null; current = current.parent) {
    if (current === ancestor) return true;
  }
  return false;
}

/** Returns the name on the page that differs only in case. */
export function sameButCase(word: string, known: Iterable<string>): string | null {
  const lower = word.toLowerCase();
  for (const candidate of known) {
    if (candidate !== word && candidate.toLowerCase() === lower) return candidate;
  }
  return null;
}

const countOf = (count: number, what: string): string =>
  count === 1 ? `the one ${what}` : `the ${count} ${what}`;

/** Hint with the attribute names of elements, most frequent first. */
function attributesOf(elements: Element[]): string {
  const counts = new Map<string, number>();
  for (const element of elements) {
    for (const name of Object.keys(element.attribs)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  return names.length === 0 ? 'They have no attributes.' : `They have ${names.slice(0, 8).join(', ')}.`;
}

/** Explains that none of the elements has an attribute. */
export function missingAttribute(name: string, elements: Element[]): { reason: string; hint: string } {
  const known = new Set(elements.flatMap((element) => Object.keys(element.attribs)));
  const other = sameButCase(name, known);
  return {
    reason: `None of ${countOf(elements.length, elements.length === 1 ? 'element' : 'elements')} before it has the attribute "${name}".`,
    hint:
      other === null ? attributesOf(elements) : `Attribute names are lower case on a page; write "${other}".`,
  };
}

/** Explains that no element has a name; null if one does. */
export function missingName(name: string, words: Vocabulary): { reason: string; hint: string | null } | null {
  if (words.names.has(name)) return null;
  if (words.hidden.some((element) => element.name === name)) {
    return {
      reason: `<${name}> is found only inside <template>, where a page keeps markup that it does not show.`,
      hint: 'Selectors do not look into templates.',
    };
  }
  const reason = `There is no <${name}> on the page.`;
  const other = sameButCase(name, words.names.keys());
  if (other !== null) return { reason, hint: `Write "${other}"; capitals matter here.` };
  return { reason, hint: null };
}

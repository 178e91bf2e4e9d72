import { isTag, type AnyNode, type Element } from 'domhandler';
import { visibleText } from '../../extract/walk.ts';
import type { DescribedElement } from './likeness.ts';

/** Characters of a text that describe an element. */
const textLength = 300;
/** The most steps of a path, from its end. */
const maxSteps = 30;

/** Describes elements so that they are found again after the page has changed. Texts and places are read once for all elements. */
export function describer(): (element: Element) => DescribedElement {
  const steps = new Map<Element, string>();
  const texts = new Map<AnyNode, string>();
  const textOf = (node: AnyNode): string => {
    const text = texts.get(node) ?? visibleText(node, textLength);
    texts.set(node, text);
    return text;
  };
  /** The name of an element, with its place among its namesakes where that is not the first. */
  const stepOf = (element: Element): string => {
    const places = new Map<string, number>();
    for (const each of steps.has(element) ? [] : (element.parent?.children ?? [])) {
      if (!isTag(each)) continue;
      const place = (places.get(each.name) ?? 0) + 1;
      places.set(each.name, place);
      steps.set(each, place === 1 ? each.name : `${each.name}[${place}]`);
    }
    return steps.get(element) ?? element.name;
  };
  const pathOf = (element: Element): string[] => {
    const path: string[] = [];
    for (let each: Element | null = element; each !== null && path.length < maxSteps;) {
      path.push(stepOf(each));
      each = elementOf(each.parent);
    }
    return path.reverse();
  };
  return (element) => ({
    name: element.name,
    text: textOf(element),
    attributes: element.attribs,
    path: pathOf(element),
    near: element.parent === null ? '' : textOf(element.parent),
  });
}

/** The element that a node is, or lies in; null: there is none. */
export function elementOf(node: AnyNode | null): Element | null {
  const near = node === null || isTag(node) ? node : node.parent;
  return near !== null && isTag(near) ? near : null;
}

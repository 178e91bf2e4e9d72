import { isTag, type AnyNode, type Element } from 'domhandler';
import type { PageElement } from '../../../../shared/contract/types.ts';
import { visibleText } from '../../../extract/walk.ts';
import { HostError } from '../../errors.ts';
import type { OpenPage } from './open-page.ts';

const maxAncestors = 100;
const textLength = 500;
const valueLength = 200;

/** Describes an element by its number. @throws HostError `unknown-element` */
export function describeElement(page: OpenPage, number: number): PageElement {
  const element = page.elements[number];
  if (element === undefined) {
    throw new HostError('unknown-element', 'There is no such element on this page.', 'Pick it again.');
  }
  const ancestors: PageElement['ancestors'] = [];
  for (
    let node: AnyNode | null = element;
    node !== null && ancestors.length < maxAncestors;
    node = node.parent
  ) {
    const place = isTag(node) ? page.numberOf(node) : null;
    if (isTag(node) && place !== null) ancestors.push({ element: place, label: labelOf(node) });
  }
  return {
    element: number,
    tag: element.name,
    attributes: Object.entries(element.attribs)
      .slice(0, 50)
      .map(([name, value]) => ({ name, value: value.slice(0, valueLength) })),
    text: visibleText(element, textLength),
    ancestors: ancestors.reverse(),
  };
}

function labelOf({ name, attribs }: Element): string {
  const id = attribs['id'];
  const [word] = (attribs['class'] ?? '').split(/\s+/).filter((part) => part !== '');
  return `${name}${id === undefined || id === '' ? '' : `#${id}`}${word === undefined ? '' : `.${word}`}`.slice(
    0,
    80,
  );
}

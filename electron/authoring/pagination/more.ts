import type { ElementFacts } from '../tree.ts';
import { followsRecords } from './after-records.ts';
import type { Control } from './controls.ts';
import type { PagerPage } from './features.ts';
import { boxSigns, ownSigns } from './signs.ts';

const goesOn: ReadonlySet<string> = new Set(['load', 'more', 'older']);
/** Buttons that show more, of which at most one is for the whole list. More of them are parts of the records. */
const maxButtons = 40;

/** A button that adds records to the page, after its middle; null: there is none, or there are several. */
export function findMoreButton({ controls, tree: { elements } }: PagerPage): Control | null {
  const buttons = controls.filter(
    ({ isLink, label, facts }) =>
      !isLink && facts.at * 2 >= elements.length && label.exact && goesOn.has(label.direction ?? ''),
  );
  const areMany = buttons.length > maxButtons;
  const found = buttons.filter(({ label, facts }) => {
    const loads =
      label.direction === 'load' || (ownSigns(facts, elements).more && label.direction === 'more');
    const shows = !areMany && label.direction !== 'load' && followsRecords(facts, elements);
    return (loads || shows) && !isAside(facts, elements);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A button without an address that says "Next", outside of carousels and dialogs; null: there is none, or several. */
export function findNextButton({ controls, tree: { elements } }: PagerPage): Control | null {
  const found = controls.filter(
    ({ isLink, label, facts }) =>
      !isLink &&
      label.direction === 'next' &&
      label.exact &&
      facts.at * 2 > elements.length &&
      !isAside(facts, elements),
  );
  // A link around a button is the same control.
  const [first, second] = found;
  return found.length === 1 ||
    (found.length === 2 && first !== undefined && second !== undefined && second.facts.at <= first.facts.end)
    ? (found.at(-1) ?? null)
    : null;
}

function isAside(facts: ElementFacts, elements: readonly ElementFacts[]): boolean {
  for (let node: ElementFacts | undefined = facts; node !== undefined; node = elements[node.parent]) {
    if (node.element.name === 'body') return false;
    const { frame, menu, carousel, calendar } = boxSigns(node);
    if (frame || menu || carousel || calendar) return true;
  }
  return false;
}

const scrollSign =
  /(?:^|[\s_-])(?:infinite-?scroll|infinitescroll|scroll-?loader|endless-?scroll|jscroll|infinite-?loader)/i;

const scrollAttribute = /^data-infinite(?:-?scroll)?(?:$|-)|^infinite-scroll|^v-infinite-scroll/;

/** The element that a page fills as it is scrolled; null: none. */
export function findScroll({ tree }: PagerPage): ElementFacts | null {
  const found = tree.elements.find(({ element: { name, attribs } }) => {
    if (name === 'script' || name === 'body' || name === 'html') return false;
    const { class: classes, id } = attribs;
    if (classes !== undefined && scrollSign.test(classes)) return true;
    if (id !== undefined && scrollSign.test(id)) return true;
    return Object.keys(attribs).some((key) => key.includes('infinite') && scrollAttribute.test(key));
  });
  return found ?? null;
}

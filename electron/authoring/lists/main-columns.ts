import type { AnyNode, Element } from 'domhandler';
import { distinctShare, isLinked, lengthOf, type Draft } from './column-drafts.ts';

/** What the title of records and its link are worth beside what they say. */
const worth = { title: 4, link: 2 };
/** Share of the values of a title that differ from row to row. */
const differing = { usual: 0.8, least: 0.5 };

/**
 * Where no column is a title, the first text in links that differs from record to record is it; then one that differs in most; then
 * one in bold.
 */
export function nameTitle(drafts: Draft[]): void {
  if (drafts.some(({ name }) => name === 'title')) return;
  const linked = drafts.filter((draft) => mayBeTitle(draft) && isLinked(draft.element, draft.head));
  const bold = drafts.filter((draft) => mayBeTitle(draft) && /^(?:b|strong)$/.test(draft.element.name));
  const draft =
    linked.find((one) => distinctShare(one) >= differing.usual) ??
    linked.find((one) => distinctShare(one) >= differing.least) ??
    bold.find((one) => distinctShare(one) >= differing.usual);
  if (draft === undefined) return;
  drafts[drafts.indexOf(draft)] = {
    ...draft,
    name: 'title',
    nameBeside: 'title',
    worth: draft.worth + worth.title,
  };
  const link = drafts.findIndex(
    ({ attribute, element }) => attribute === 'href' && holds(element, draft.element),
  );
  const main = drafts[link];
  if (main !== undefined)
    drafts[link] = { ...main, name: 'link', nameBeside: 'link', worth: main.worth + worth.link };
}

/** What nothing names and counts the records is their position. */
export function namePosition(drafts: Draft[], total: number): void {
  const at = drafts.findIndex(({ name, read: { type, values } }) => {
    const [first, last] = [values[0], values.at(-1)];
    const isWhole = type === 'number' && typeof first === 'number' && typeof last === 'number';
    return name === 'text' && isWhole && last - first === total - 1 && values.every(isAfterPrevious);
  });
  const draft = drafts[at];
  if (draft !== undefined) drafts[at] = { ...draft, name: 'position', nameBeside: 'position' };
}

const isAfterPrevious = (value: unknown, at: number, all: readonly unknown[]): boolean => {
  const previous = all[at - 1];
  return at === 0 || (typeof value === 'number' && typeof previous === 'number' && value > previous);
};

/** Whether a column holds texts of some length that nothing names otherwise. */
const mayBeTitle = ({ label, name, attribute, texts, read }: Draft): boolean =>
  label === null && attribute === null && name !== 'author' && read.type === 'text' && lengthOf(texts) >= 5;

function holds(element: Element, inner: Element): boolean {
  for (let at: AnyNode | null = inner; at !== null; at = at.parent) if (at === element) return true;
  return false;
}

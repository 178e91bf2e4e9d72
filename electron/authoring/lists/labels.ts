import { isTag, isText, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { normalizeSpace, trimmedLength } from '../../extract/text.ts';
import { elementsBelow, unseenTags, visibleText } from '../../extract/walk.ts';

/** A column that records name themselves: "Author: Ann", a term and its description. */
export interface LabelledColumn {
  readonly label: string;
  readonly field: FieldExtract;
  /** The first label, and the record that it is in. */
  readonly element: Element;
  readonly head: Element;
  /** The value in each record; null: none. */
  readonly values: readonly (string | null)[];
}

const maxLabel = 30;
/** Share of the records that have a label, for it to name a column: one that looks like a label, and any other text. */
const usualFrom = 0.3;
const constantFrom = 0.6;
const mayBeLabel = /^(?:dt|th|b|strong|label|span|i|em|small|h[3-6])$/;
const maxElements = 300;

/** What follows a label: the next element of a name, or the text right behind it. */
interface Follower {
  step: string;
  value: string;
  isElement: boolean;
}

/** The values behind one label while they are collected. */
interface Labelled {
  label: string;
  step: string;
  element: Element;
  head: Element;
  isElement: boolean;
  values: (string | null)[];
  times: number[];
}

/**
 * Finds the columns whose labels stand in the records. A label stands at most once in a record. In a single record only what
 * looks like a label is one.
 */
export function labelledColumns(heads: readonly Element[]): LabelledColumn[] {
  const found = new Map<string, Labelled>();
  for (const [at, head] of heads.entries()) {
    for (const element of elementsBelow(head).slice(0, maxElements)) {
      if (!mayBeLabel.test(element.name)) continue;
      const text = normalizeSpace(visibleText(element, maxLabel + 5));
      if (
        text.length < 2 ||
        text.length > maxLabel ||
        text.includes('"') ||
        !/\p{L}/u.test(text) ||
        (isWord(element) && !isLabel(element, text))
      )
        continue;
      const follower = followerOf(element);
      if (follower === null) continue;
      const key = `${element.name} ${text} ${follower.step}`;
      const column: Labelled = found.get(key) ?? {
        label: text,
        step: follower.step,
        element,
        head,
        isElement: follower.isElement,
        values: heads.map(() => null),
        times: heads.map(() => 0),
      };
      column.values[at] ??= follower.value;
      column.times[at] = (column.times[at] ?? 0) + 1;
      found.set(key, column);
    }
  }
  return [...found.values()].flatMap(({ label, step, element, head, isElement, values, times }) => {
    const filled = values.filter((value) => value !== null).length;
    const isOwn = isLabel(element, label);
    const share = heads.length * (isOwn ? usualFrom : constantFrom);
    const least = isOwn && heads.length === 1 ? 1 : Math.max(2, share);
    if (filled < least || times.some((count) => count > 1)) return [];
    const xpath = `.//${element.name}[normalize-space()="${label}"]/${step}`;
    return [
      {
        label: label.replace(/\s*[:：]$/, ''),
        field: isElement ? { xpath, to_text: true } : { xpath },
        element,
        head,
        values,
      },
    ];
  });
}

const isLabel = ({ name }: Element, text: string): boolean =>
  name === 'dt' || name === 'th' || /[:：]$/.test(text);

/** Elements that are labels only by a colon: words of any kind stand in them. */
const isWord = ({ name }: Element): boolean => /^(?:span|i|em)$/.test(name);

function followerOf(element: Element): Follower | null {
  const { next } = element;
  if (next !== null && isText(next) && trimmedLength(next.data) > 0) {
    return { step: 'following-sibling::node()[1][self::text()]', value: next.data, isElement: false };
  }
  const sibling = next !== null && isTag(next) ? next : next?.next;
  if (
    sibling === undefined ||
    sibling === null ||
    !isTag(sibling) ||
    sibling.name === 'br' ||
    unseenTags.has(sibling.name)
  )
    return null;
  if ((element.name === 'dt' && sibling.name !== 'dd') || (element.name === 'th' && sibling.name !== 'td'))
    return null;
  const value = visibleText(sibling, 500);
  return value === ''
    ? null
    : { step: `following-sibling::*[1][self::${sibling.name}]`, value, isElement: true };
}

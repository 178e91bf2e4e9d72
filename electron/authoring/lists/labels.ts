import { isTag, isText, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { normalizeSpace, trimmedLength } from '../../extract/text.ts';
import { elementsBelow, visibleText } from '../../extract/walk.ts';

/** A column that records name themselves: "Author: Ann", a term and its description. */
export interface LabelledColumn {
  readonly label: string;
  readonly field: FieldExtract;
  /** The value in each record; null: none. */
  readonly values: readonly (string | null)[];
}

const maxLabel = 30;
/** Share of the records that have a label, for it to name a column. */
const usualFrom = 0.3;
const maxElements = 300;

/** What follows a label: the next element of a name, or the text right behind it. */
interface Follower {
  step: string;
  value: string;
  isElement: boolean;
}

/** Finds the columns whose labels stand in the records. A label stands at most once in a record. */
export function labelledColumns(heads: readonly Element[]): LabelledColumn[] {
  const found = new Map<
    string,
    {
      label: string;
      step: string;
      name: string;
      isElement: boolean;
      values: (string | null)[];
      times: number[];
    }
  >();
  for (const [at, head] of heads.entries()) {
    for (const element of elementsBelow(head).slice(0, maxElements)) {
      if (!/^(?:dt|th|b|strong|label|span|i|em)$/.test(element.name)) continue;
      const text = normalizeSpace(visibleText(element, maxLabel + 5));
      if (text.length < 2 || text.length > maxLabel || text.includes('"') || !isLabel(element, text))
        continue;
      const follower = followerOf(element);
      if (follower === null) continue;
      const key = `${element.name} ${text} ${follower.step}`;
      const column = found.get(key) ?? {
        label: text,
        step: follower.step,
        name: element.name,
        isElement: follower.isElement,
        values: heads.map(() => null),
        times: heads.map(() => 0),
      };
      column.values[at] ??= follower.value;
      column.times[at] = (column.times[at] ?? 0) + 1;
      found.set(key, column);
    }
  }
  return [...found.values()].flatMap(({ label, step, name, isElement, values, times }) => {
    const filled = values.filter((value) => value !== null).length;
    if (filled < Math.max(2, heads.length * usualFrom) || times.some((count) => count > 1)) return [];
    const xpath = `.//${name}[normalize-space()="${label}"]/${step}`;
    return [
      {
        label: label.replace(/\s*[:：]$/, ''),
        field: isElement ? { xpath, to_text: true } : { xpath },
        values,
      },
    ];
  });
}

const isLabel = ({ name }: Element, text: string): boolean =>
  name === 'dt' || name === 'th' || /[:：]$/.test(text);

function followerOf(element: Element): Follower | null {
  const { next } = element;
  if (next !== null && isText(next) && trimmedLength(next.data) > 0) {
    return { step: 'following-sibling::node()[1][self::text()]', value: next.data, isElement: false };
  }
  const sibling = next !== null && isTag(next) ? next : next?.next;
  if (sibling === undefined || sibling === null || !isTag(sibling) || sibling.name === 'br') return null;
  if ((element.name === 'dt' && sibling.name !== 'dd') || (element.name === 'th' && sibling.name !== 'td'))
    return null;
  const value = visibleText(sibling, 500);
  return value === ''
    ? null
    : { step: `following-sibling::*[1][self::${sibling.name}]`, value, isElement: true };
}

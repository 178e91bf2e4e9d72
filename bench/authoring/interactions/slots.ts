import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { walk } from '../../../electron/extract/walk.ts';

/** A place in records whose value differs from record to record. */
export interface Slot {
  /** Whether it is text, which is there to be clicked. */
  readonly isText: boolean;
  /** The element with the value in each record that has one; null where it has none. */
  readonly elements: readonly (Element | null)[];
  /** The value in each record; null where it has none. */
  readonly values: readonly (string | null)[];
}

const unseen = new Set(['script', 'style', 'noscript', 'template']);
/** The attributes that a person sees: where a link leads, and what a picture is. */
const valued = ['href', 'src'];

/** The slots of records, in the order of the page: filled in half of them at least, with two different values, and not those of another. */
export function slotsOf(records: readonly Element[]): Slot[] {
  const slots = new Map<string, { element: Element; text: string }[]>();
  const places = records.map((record) => placesIn(record));
  for (const place of places.flatMap((each) => [...each.keys()])) slots.set(place, []);
  const known = new Set<string>();
  return [...slots.keys()]
    .map((place): Slot => {
      const found = places.map((each) => each.get(place) ?? null);
      const values = found.map((each) => each?.text ?? null);
      return {
        isText: place.endsWith(' text'),
        elements: found.map((each) => each?.element ?? null),
        values,
      };
    })
    .filter(({ values }) => {
      const filled = values.filter((value) => value !== null);
      const isNew = !known.has(JSON.stringify(values));
      known.add(JSON.stringify(values));
      return isNew && filled.length * 2 >= records.length && new Set(filled).size > 1;
    });
}

/** What a record holds, by the names of the elements that lead to it. */
function placesIn(record: Element): Map<string, { element: Element; text: string }> {
  const places = new Map<string, { element: Element; text: string }>();
  const add = (place: string, element: Element, value: string) => {
    const text = value.replaceAll(/\s+/gu, ' ').trim();
    const before = places.get(place);
    if (text !== '') {
      places.set(
        place,
        before === undefined ? { element, text } : { ...before, text: `${before.text} ${text}` },
      );
    }
  };
  const path: string[] = [];
  walk(record, {
    enter(node: AnyNode) {
      if (isText(node) && node.parent !== null && isTag(node.parent)) {
        add(`${path.join('/')} text`, node.parent, node.data);
      }
      if (!isTag(node)) return true;
      if (unseen.has(node.name)) return false;
      path.push(node.name);
      for (const name of valued) {
        const value = node.attribs[name];
        if (value !== undefined) add(`${path.join('/')} ${name}`, node, value);
      }
      return true;
    },
    leave(node) {
      if (isTag(node)) path.pop();
    },
  });
  return places;
}

import { cloneNode, isTag, isText, Element, Text } from 'domhandler';
import { classesOf, chainOf } from '../../authoring/selectors/path.ts';
import {
  bound,
  cells,
  namingAttributesOf,
  nearby,
  worded,
  wrapperOf,
  type Change,
} from '../../authoring/selectors/changes.ts';
import { isMeaningfulClass } from '../../extract/analyze/names.ts';
import type { PageTree } from '../../extract/tree.ts';
import { elementsBelow, walk } from '../../extract/walk.ts';
import { replace, setChildren } from './children.ts';
import type { Random } from './random.ts';

/** One change of a page. Returns false where there is nothing around the element that it could change. */
type Mutation = (page: PageTree, around: readonly Element[], random: Random) => boolean;

/**
 * Changes a page once, at or around an element, as sites change between two visits. Where there is a choice, random numbers
 * choose. Returns false where nothing is there to be changed.
 */
export function mutate(page: PageTree, element: Element, change: Change, random: Random): boolean {
  return mutations[change](page, chainOf(element, page.document).slice(0, nearby), random);
}

const mutations: Readonly<Record<Change, Mutation>> = {
  /** A new build gives new names to generated classes and to those of one element, wherever they are used. */
  'class-renamed': (page, around, random) => {
    const chosen = random.pick(around.filter((each) => classesOf(each).length > 0));
    if (chosen === null) return false;
    const renamed = new Set(classesOf(chosen));
    const names = new Map<string, string>();
    for (const each of elementsBelow(page.document)) {
      const classes = classesOf(each);
      if (!classes.some((name) => renamed.has(name) || !isMeaningfulClass(name))) continue;
      each.attribs['class'] = classes
        .map((name) => {
          if (!renamed.has(name) && isMeaningfulClass(name)) return name;
          const known = names.get(name) ?? `k${random.below(0xffffff).toString(36)}x${names.size}`;
          names.set(name, known);
          return known;
        })
        .join(' ');
    }
    return true;
  },
  /** A new element stands around an element, or around the content of a cell or list item. */
  'wrapper-in': (_page, around, random) => {
    const chosen = random.pick(around.filter(({ name }) => !bound.has(name)));
    if (chosen === null) return false;
    const wrapper = new Element(wrapperOf(chosen), {});
    if (cells.has(chosen.name)) {
      setChildren(wrapper, chosen.children);
      setChildren(chosen, [wrapper]);
    } else {
      replace(chosen, [wrapper]);
      setChildren(wrapper, [chosen]);
    }
    return true;
  },
  /** One more of the siblings stands before an element, or a notice where it has none. */
  'sibling-before': (_page, around, random) => {
    const chosen = random.pick(around.filter((each) => siblingsOf(each).length > 0)) ?? random.pick(around);
    if (chosen === null) return false;
    const like = siblingsOf(chosen).filter(({ name }) => name === chosen.name);
    const model = random.pick(like);
    const added = model === null ? notice(chosen) : copyOf(model);
    replace(chosen, [added, chosen]);
    return true;
  },
  /** An element changes places with the one before or after it. */
  'order-swapped': (_page, around, random) => {
    const chosen = random.pick(around.filter((each) => siblingsOf(each).length > 0));
    if (chosen === null) return false;
    const all = (chosen.parent?.children ?? []).filter(isTag);
    const at = all.indexOf(chosen);
    const other = random.pick([all[at - 1], all[at + 1]].filter((each) => each !== undefined));
    const { parent } = chosen;
    if (other === null || parent === null) return false;
    const swapped = parent.children.map((each) => (each === chosen ? other : each === other ? chosen : each));
    setChildren(parent, swapped);
    return true;
  },
  /** An element loses one of its classes. */
  'class-dropped': (_page, around, random) => {
    const chosen = random.pick(around.filter((each) => classesOf(each).length > 0));
    if (chosen === null) return false;
    const classes = [...classesOf(chosen)];
    classes.splice(random.below(classes.length), 1);
    chosen.attribs['class'] = classes.join(' ');
    return true;
  },
  /** An element loses an attribute other than its class and its address. */
  'attribute-dropped': (_page, around, random) => {
    const chosen = random.pick(around.filter((each) => namingAttributesOf(each).length > 0));
    const name = chosen === null ? null : random.pick(namingAttributesOf(chosen));
    if (chosen === null || name === null) return false;
    delete chosen.attribs[name];
    return true;
  },
  /** All words of the page are those of another language. */
  'text-translated': (page) => {
    walk(page.document, {
      enter(node) {
        if (isText(node)) node.data = translated(node.data);
        if (!isTag(node)) return true;
        for (const name of worded) {
          const value = node.attribs[name];
          if (value !== undefined) node.attribs[name] = translated(value);
        }
        return node.name !== 'script' && node.name !== 'style';
      },
    });
    return true;
  },
  /** Another child of the same parent is not there. */
  'optional-absent': (_page, around, random) => {
    const chosen = random.pick(around.filter((each) => siblingsOf(each).length > 0));
    const absent = chosen === null ? null : random.pick(siblingsOf(chosen));
    if (absent === null) return false;
    replace(absent, []);
    return true;
  },
};

/** Element siblings, itself left out. */
const siblingsOf = (element: Element): Element[] =>
  (element.parent?.children ?? []).filter((each): each is Element => each !== element && isTag(each));

function copyOf(model: Element): Element {
  const copy = cloneNode(model, true);
  for (const each of [copy, ...elementsBelow(copy)]) delete each.attribs['id'];
  return copy;
}

function notice({ name }: Element): Element {
  const added = new Element(cells.has(name) || bound.has(name) ? name : 'div', { class: 'notice' });
  setChildren(added, [new Text('New')]);
  return added;
}

/** Letters change within vowels and within consonants, so that words stay words. */
function translated(text: string): string {
  const turn = (letters: string, character: string, by: number): string =>
    letters[(letters.indexOf(character) + by) % letters.length] ?? character;
  return text.replaceAll(/\p{L}/gu, (character) => {
    const lower = character.toLowerCase();
    const other = 'aeiou'.includes(lower)
      ? turn('aeiou', lower, 2)
      : 'bcdfghjklmnpqrstvwxyz'.includes(lower)
        ? turn('bcdfghjklmnpqrstvwxyz', lower, 5)
        : 'o';
    return character === lower ? other : other.toUpperCase();
  });
}

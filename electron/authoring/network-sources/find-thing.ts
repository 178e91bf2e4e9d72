import { isTag, isText } from 'domhandler';
import { writeStep } from '../../../shared/selectors/json-path-text.ts';
import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import { readJson } from '../../extract/json/read-json.ts';
import { isObject } from '../../extract/json-path/node.ts';
import type { Page } from '../../extract/page.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { PageTree } from '../../extract/tree.ts';
import type { JsonValue } from '../../extract/types.ts';
import { unseenTags, walk } from '../../extract/walk.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import { readPageNames } from '../structured/page-names.ts';
import { shortText } from '../structured/short-text.ts';
import { describeTree } from '../tree.ts';
import type { Origin } from './find-sources.ts';
import { foldedText, keysOfSeen, keysOfValue, likenessOf, type ValueKeys } from './keys.ts';
import { scriptData } from './scripts.ts';

/** An object that says what is seen of the one thing that a page is about. */
export interface FoundThing {
  origin: Origin;
  /** The JSON that the origin holds. */
  value: JsonValue;
  /** Selects the object. */
  path: string;
  /** Its members that are seen, the name of the thing first, and the others; from the object. */
  seen: readonly string[];
  others: readonly string[];
}

/** What is known of a page whose thing is looked for. */
interface ThingFacts {
  answers: readonly NetworkAnswer[];
  context: PageContext;
  rendered: boolean;
  /** Whether it seems to be a list. */
  isList: boolean;
}

/** Objects of one answer that are looked at, their members, and how deep both lie. */
const limits = { objects: 2000, members: 80, depth: 8, within: 3 };
/** The longest text that is looked for, in characters, and what texts of the page are kept. */
const longest = { value: 4000, seen: 400, amount: 60 };
/** Members besides the name that have to be seen: of a page that seems to be a list, a heading with a text is no thing. */
const minOthers = { single: 2, list: 4 };

/**
 * Finds the object that carries what a page says of its one thing: it has the heading of the page, and at least two more values that
 * are seen beside menus and footers. Null: none does.
 */
export function findThing(page: Page, { answers, context, rendered, isList }: ThingFacts): FoundThing | null {
  if (page.kind !== 'html' || !rendered) return null;
  const { heading } = readPageNames(describeTree(page));
  if (heading === null) return null;
  const name = foldedText(shortText(heading));
  const shown = new ShownTexts(page, context);
  const least = isList ? minOthers.list : minOthers.single;
  let best: FoundThing | null = null;
  for (const { origin, value } of origins(page, answers, context)) {
    for (const { path, object } of objectsIn(value)) {
      const found = compare(object, { name, shown, least });
      // Of an object and those around it, the inner one is the thing.
      if (found !== null && found.seen.length >= (best?.seen.length ?? 0))
        best = { origin, value, path, ...found };
    }
  }
  return best;
}

function origins(
  page: PageTree,
  answers: readonly NetworkAnswer[],
  context: PageContext,
): { origin: Origin; value: JsonValue }[] {
  // What pages say in JSON-LD is read as structured data.
  const scripts = scriptData(page, context).filter(({ css }) => !css.includes('ld+json'));
  return [
    ...scripts.map((script) => ({ origin: { kind: 'script' as const, script }, value: script.value })),
    ...answers.flatMap((answer) => {
      const read = readJson(answer.body.replace(/^\uFEFF/, ''));
      return read.ok ? [{ origin: { kind: 'request' as const, answer }, value: read.value }] : [];
    }),
  ];
}

type JsonObject = { [name: string]: JsonValue };

/** The objects of a value, outer ones first. Entries of a list are none, unless it has only one. */
function objectsIn(value: JsonValue): { path: string; object: JsonObject }[] {
  const found: { path: string; object: JsonObject }[] = [];
  const open: { value: JsonValue; path: string; depth: number }[] = [{ value, path: '$', depth: 0 }];
  for (let at = 0; at < open.length && found.length < limits.objects; at += 1) {
    const next = open[at];
    if (next === undefined || next.depth > limits.depth) continue;
    const { path, depth } = next;
    if (Array.isArray(next.value)) {
      const [only] = next.value;
      if (next.value.length === 1 && only !== undefined)
        open.push({ value: only, path: `${path}[0]`, depth: depth + 1 });
    } else if (isObject(next.value)) {
      found.push({ path, object: next.value });
      for (const [name, member] of Object.entries(next.value))
        if (typeof member === 'object')
          open.push({ value: member, path: path + writeStep(name), depth: depth + 1 });
    }
  }
  return found;
}

function compare(
  object: JsonObject,
  { name, shown, least }: { name: string; shown: ShownTexts; least: number },
): Pick<FoundThing, 'seen' | 'others'> | null {
  const members = membersOf(object);
  const named = members.find(({ values }) => keysOf(values).some(({ text }) => text === name));
  if (named === undefined) return null;
  const rest = members.filter(({ path }) => path !== named.path);
  const seen = rest.filter(({ values }) => {
    const keys = keysOf(values);
    return keys.length > 0 && keys.every((each) => each.text !== name && shown.says(each));
  });
  const told = new Set(seen.map(({ values }) => JSON.stringify(values)));
  if (told.size < least) return null;
  const paths = seen.map(({ path }) => path);
  return {
    seen: [named.path, ...paths],
    others: rest.map(({ path }) => path).filter((path) => !paths.includes(path)),
  };
}

const keysOf = (values: readonly JsonValue[]): ValueKeys[] =>
  values.flatMap((value) => keysOfValue(value) ?? []);

/** The values in an object by their path: of a list of texts or numbers all, of other lists none. */
function membersOf(object: JsonObject): { path: string; values: readonly JsonValue[] }[] {
  const found: { path: string; values: readonly JsonValue[] }[] = [];
  const visit = (value: JsonValue, path: string, depth: number): void => {
    if (value === null || found.length >= limits.members) return;
    if (Array.isArray(value)) {
      if (value.length > 0 && value.every((each) => typeof each !== 'object'))
        found.push({ path: `${path}[*]`, values: value });
    } else if (isObject(value)) {
      if (depth < limits.within)
        for (const [name, member] of Object.entries(value)) visit(member, path + writeStep(name), depth + 1);
    } else found.push({ path, values: [value] });
  };
  visit(object, '$', 0);
  return found;
}

/** What a page shows beside its menus and footers. */
class ShownTexts {
  readonly #texts = new Set<string>();
  readonly #amounts: ValueKeys[] = [];
  readonly #all: string;

  constructor(page: PageTree, context: PageContext) {
    const all: string[] = [];
    walk(page.document, {
      enter: (node) => {
        if (isTag(node)) {
          const isAround =
            node.name === 'header' &&
            node.parent !== null &&
            isTag(node.parent) &&
            node.parent.name === 'body';
          if (isAround || unseenTags.has(node.name) || /^(?:nav|footer|aside|head)$/.test(node.name))
            return false;
          if (node.children.length > 1 && node.children.length <= 4) this.#add(textOf(node), context);
        } else if (isText(node)) {
          all.push(node.data);
          this.#add(node.data, context);
        }
        return true;
      },
    });
    this.#all = foldedText(all.join(' '));
  }

  #add(written: string, context: PageContext): void {
    if (written.length > longest.seen * 2) return;
    const text = foldedText(written);
    if (text === '' || this.#texts.has(text)) return;
    this.#texts.add(text);
    if (text.length <= longest.amount && /\d/.test(text)) this.#amounts.push(keysOfSeen(written, context));
  }

  /** Whether a value is seen, and not by chance. */
  says(value: ValueKeys): boolean {
    const { text, isNumber = false } = value;
    if (text === null || text.length > longest.value) return false;
    const hasWords = /\p{L}{3}/u.test(text);
    if (hasWords && this.#texts.has(text)) return true;
    if (hasWords && text.length >= 40) return this.#all.includes(text);
    const isRare = value.numbers.some((number) => !Number.isInteger(number) || Math.abs(number) >= 100);
    if (!isRare && value.days.length === 0 && (isNumber || !hasWords)) return false;
    return this.#amounts.some((seen) => {
      const likeness = likenessOf(seen, value);
      if (likeness === 'number') return isRare;
      const isWhole = likeness === 'text' && (isRare || value.days.length > 0);
      return isWhole || likeness === 'day' || likeness === 'hundredths';
    });
  }
}

import { isDocument, isTag, type AnyNode, type Document, type Element } from 'domhandler';
import { indexOfPage } from '../page-index.ts';
import { compileSelector, type Match } from '../select.ts';
import { isBlank } from '../text.ts';
import { nextNode, rootOf } from '../xpath/nodes.ts';

/** How often each name occurs. */
export type NameCounts = ReadonlyMap<string, number>;

/** The names of elements. */
export interface PageNames {
  tags: NameCounts;
  classes: NameCounts;
  ids: NameCounts;
}

/** Rows and entries that are looked at. */
const maxContexts = 200;

/** Where a selector is applied: a page, or the rows or entries of one. Nothing of it changes while it is used. */
export class Places {
  readonly contexts: readonly AnyNode[];
  /** The tree that they are in. */
  readonly root: AnyNode;
  /** Names them in a sentence: "on the page". */
  readonly where: string;
  /** Whether only the first match at each place counts. */
  readonly #takesFirst: boolean;
  /** Whether a selector took too long here: further ones would, too. */
  #isSlow = false;
  #names: PageNames | null = null;
  #pageNames: PageNames | null = null;

  /**
   * @param contexts a document, or elements of one
   * @param takesFirst whether only the first match at each place counts
   */
  constructor(contexts: readonly AnyNode[], takesFirst: boolean) {
    this.#takesFirst = takesFirst;
    this.contexts = contexts.slice(0, maxContexts);
    const [first] = contexts;
    if (first === undefined) throw new RangeError('There is no place to look at.');
    this.root = rootOf(first);
    this.where = whereOf(contexts, first);
  }

  /** Whether they are parts of the page. */
  get isInner(): boolean {
    return this.contexts[0] !== this.root;
  }

  /** The names in these places. */
  get names(): PageNames {
    this.#names ??= this.isInner ? namesIn(this.contexts) : this.pageNames;
    return this.#names;
  }

  /** The names on the whole page. */
  get pageNames(): PageNames {
    this.#pageNames ??= isDocument(this.root) ? namesOfPage(this.root) : namesIn([this.root]);
    return this.#pageNames;
  }

  /** What a selector gives at these places; nothing for one that cannot be read or takes too long. */
  matches(language: 'css' | 'xpath', source: string): Match[] {
    return this.#matchesAt(language, source).flat();
  }

  /** The matches at each place. */
  #matchesAt(language: 'css' | 'xpath', source: string): Match[][] {
    const found = this.#isSlow ? null : tryMatches(this.contexts, language, source);
    this.#isSlow ||= found === null;
    return found ?? [];
  }

  /** The number of matches; 0 if those that count are all blank. */
  filled(language: 'css' | 'xpath', source: string): number {
    const all = this.#matchesAt(language, source);
    const counting = this.#takesFirst ? all.flatMap((matches) => matches.slice(0, 1)) : all.flat();
    if (counting.every(({ value }) => isBlank(value))) return 0;
    return all.reduce((sum, matches) => sum + matches.length, 0);
  }

  /** The elements that a selector matches at these places. */
  elements(source: string, language: 'css' | 'xpath' = 'css'): Element[] {
    return this.matches(language, source).flatMap(({ kind, node }) =>
      kind === 'element' && node !== null && isTag(node) ? [node] : [],
    );
  }
}

/** What a selector gives in nodes together; nothing for one that cannot be read or takes too long. */
export const matchesIn = (contexts: readonly AnyNode[], language: 'css' | 'xpath', source: string): Match[] =>
  (tryMatches(contexts, language, source) ?? []).flat();

/** What a selector gives in each of some nodes; null: it takes too long. */
function tryMatches(
  contexts: readonly AnyNode[],
  language: 'css' | 'xpath',
  source: string,
): Match[][] | null {
  const read = compileSelector(language, source);
  if (!read.ok) return [];
  const { selector } = read;
  try {
    return contexts.map((context) => selector.select(context));
  } catch {
    return null;
  }
}

function whereOf(contexts: readonly AnyNode[], first: AnyNode): string {
  if (!isTag(first)) return 'on the page';
  const name = contexts.every((each) => isTag(each) && each.name === first.name) ? ` <${first.name}>` : '';
  if (contexts.length === 1) return name === '' ? 'in this part' : `in this${name}`;
  return name === '' ? `in these ${contexts.length} parts` : `in these ${contexts.length}${name}`;
}

function namesOfPage(document: Document): PageNames {
  const index = indexOfPage(document);
  if (index === null) return namesIn([document]);
  return {
    tags: countsOf(index.allNames),
    classes: countsOf(index.allClasses),
    ids: countsOf(index.allIds),
  };
}

const countsOf = (lists: ReadonlyMap<string, readonly Element[]>): NameCounts =>
  new Map([...lists].map(([name, elements]) => [name, elements.length]));

function namesIn(contexts: readonly AnyNode[]): PageNames {
  const names = {
    tags: new Map<string, number>(),
    classes: new Map<string, number>(),
    ids: new Map<string, number>(),
  };
  for (const context of contexts) {
    for (let node: AnyNode | null = context; node !== null; node = nextNode(node, context)) {
      if (!isTag(node)) continue;
      add(names.tags, node.name);
      for (const word of wordsOf(node.attribs['class'])) add(names.classes, word);
      const id = node.attribs['id'];
      if (id !== undefined) add(names.ids, id);
    }
  }
  return names;
}

/** The words of a class attribute. */
export const wordsOf = (value: string | undefined): string[] =>
  (value ?? '').split(/[ \t\r\n\f]+/).filter((word) => word !== '');

/** Counts a name once more. */
export function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

import { isTag, isText, type AnyNode } from 'domhandler';
import { counted } from '../../shared/counted.ts';
import { isFilled } from '../../shared/filled.ts';
import type { Page } from '../extract/page.ts';
import { unseenTags } from '../extract/walk.ts';
import type { TakenPage } from './bench-take.ts';

/** A copy of a page, and what a spider takes from it. */
export interface PageCopy {
  /** Null: it cannot be read. */
  page: Page | null;
  taken: TakenPage;
}

/** Names of classes, ids or keys that a sentence mentions. */
const maxNamed = 3;

/**
 * What is new and what is gone on a page that was fetched again, in one sentence, for example "3 of 24 records are new, class .price is
 * gone."
 * @param used words of the selectors of the spider; names among them are mentioned first
 */
export function pageChange(before: PageCopy, after: PageCopy, used: ReadonlySet<string>): string {
  if (after.page === null) return 'The page can no longer be read.';
  if (before.page === null) return 'The page can be read now.';
  const [was, is] = [wordsOf(before.page), wordsOf(after.page)];
  const parts = [
    ...records(before.taken, after.taken),
    ...names(missing(was.names, is.names), 'gone', used),
    ...names(
      missing(is.names, was.names).filter((name) => used.has(bare(name))),
      'new',
      used,
    ),
    ...texts(was.texts, is.texts),
  ];
  const sentence = parts.length === 0 ? 'Nothing that can be seen has changed' : parts.join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** New and gone records, told apart by the field with the most different values. */
function records(before: TakenPage, after: TakenPage): string[] {
  if (before.rows === null || after.rows === null) return [];
  const distinct = (values: readonly unknown[]): number =>
    new Set(values.filter(isFilled).map((value) => JSON.stringify(value))).size;
  const fields = before.parts.filter(({ kind }) => kind === 'field');
  const [best] = fields.toSorted((a, b) => distinct(b.values) - distinct(a.values));
  const keysOf = ({ parts }: TakenPage): string[] => {
    const part = parts.find(({ kind, name }) => kind === 'field' && name === best?.name);
    return (part?.values ?? []).filter(isFilled).map((value) => JSON.stringify(value));
  };
  const [was, is] = [keysOf(before), keysOf(after)];
  const fresh = missing(new Set(is), new Set(was)).length;
  const gone = missing(new Set(was), new Set(is)).length;
  return [
    ...(fresh === 0 ? [] : [`${fresh} of ${counted(after.rows, 'record')} ${areOf(fresh)} new`]),
    ...(gone === 0 ? [] : [`${gone} of ${counted(before.rows, 'record')} ${areOf(gone)} gone`]),
    ...(after.rows === before.rows ? [] : [`there are ${after.rows} records instead of ${before.rows}`]),
  ].slice(0, 2);
}

function names(all: readonly string[], what: 'gone' | 'new', used: ReadonlySet<string>): string[] {
  if (all.length === 0) return [];
  const isUsed = (name: string): number => (used.has(bare(name)) ? 0 : 1);
  const shown = all.toSorted((a, b) => isUsed(a) - isUsed(b)).slice(0, maxNamed);
  const more = all.length - shown.length;
  const named = more > 0 ? [...shown, `${more} more`] : shown;
  const listed = [named.slice(0, -1).join(', '), ...named.slice(-1)]
    .filter((part) => part !== '')
    .join(' and ');
  return [`${listed} ${areOf(all.length)} ${what}`];
}

function texts(was: ReadonlySet<string>, is: ReadonlySet<string>): string[] {
  const fresh = missing(is, was).length;
  const gone = missing(was, is).length;
  if (fresh > 0) return [`${fresh} of ${counted(is.size, 'text')} ${areOf(fresh)} new`];
  return gone === 0 ? [] : [`${gone} of ${counted(was.size, 'text')} ${areOf(gone)} gone`];
}

const areOf = (count: number): string => (count === 1 ? 'is' : 'are');
const bare = (name: string): string => name.replace(/^(?:class \.|id #|<|key )/, '').replace(/>$/, '');
const missing = (from: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...from].filter((each) => !other.has(each));

interface Words {
  /** Names that selectors are made of. */
  names: Set<string>;
  /** Texts that are seen. */
  texts: Set<string>;
}

function wordsOf(page: Page): Words {
  const words: Words = { names: new Set(), texts: new Set() };
  if (page.kind === 'json') addJson(page.value, words);
  else addNodes(page.document, words);
  return words;
}

function addNodes(root: AnyNode, { names: found, texts: seen }: Words): void {
  const left: AnyNode[] = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (isText(node)) {
      const text = node.data.replaceAll(/\s+/g, ' ').trim();
      if (text !== '') seen.add(text);
      continue;
    }
    if (isTag(node)) {
      if (unseenTags.has(node.name)) continue;
      found.add(`<${node.name}>`);
      for (const name of (node.attribs['class'] ?? '').split(/\s+/))
        if (name !== '') found.add(`class .${name}`);
      const id = node.attribs['id'];
      if (id !== undefined && id !== '') found.add(`id #${id}`);
    }
    if (!('children' in node)) continue;
    for (const child of node.children) left.push(child);
  }
}

function addJson(root: unknown, { names: found, texts: seen }: Words): void {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) {
      for (const inner of value) left.push(inner);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        found.add(`key ${key}`);
        left.push(inner);
      }
    } else if (value !== null && value !== undefined && value !== '') seen.add(JSON.stringify(value));
  }
}

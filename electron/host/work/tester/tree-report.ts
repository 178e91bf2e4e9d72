import { isTag, isText, type Element } from 'domhandler';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { TreeRow } from '../../../../shared/contract/types.ts';
import type { JsonValue } from '../../../extract/types.ts';
import { endsOf, type JsonNodes } from './json-nodes.ts';
import type { OpenPage } from './open-page.ts';

type Asked = Pick<CallArgs<'tester.tree'>, 'openTo' | 'toggled' | 'from' | 'count' | 'reveal'>;
type Report = CallValue<'pages.treeOfRequest'>;

/** Maximum length of the value or the attributes in a row, in UTF-16 units. */
const maxRowText = 300;
/** Maximum depth that rows are told to have. */
const maxRowDepth = 10_000;

/** The numbered nodes of a page as rows. */
interface Rows {
  depths: ArrayLike<number>;
  ends: Uint32Array;
  contentOf(number: number): Omit<TreeRow, 'number' | 'depth' | 'open'>;
}

/** Returns a part of the rows that are seen of a JSON or XML page, where some of its nodes are open. */
export function reportTree(page: OpenPage, { openTo, toggled, from, count, reveal }: Asked): Report {
  const { content } = page;
  const nodes = content.kind === 'json' ? jsonRows(page.json) : elementRows(page);
  const { depths, ends } = nodes;
  const changed = new Set(toggled);
  const inside = (number: number): number => (ends[number] ?? 0) - number - 1;
  const isOpen = (number: number): boolean =>
    inside(number) > 0 && (depths[number] ?? 0) < openTo !== changed.has(number);
  const opened = reveal === undefined || reveal === null ? [] : closedAround(nodes, reveal, isOpen);
  for (const number of opened) {
    if (!changed.delete(number)) changed.add(number);
  }
  const rows: TreeRow[] = [];
  let total = 0;
  let position: number | null = null;
  for (let number = 0; number < ends.length;) {
    const open = isOpen(number);
    if (number === reveal) position = total;
    if (total >= from && total < from + count) {
      const depth = Math.min(depths[number] ?? 0, maxRowDepth);
      rows.push({ number, depth, open, ...nodes.contentOf(number) });
    }
    total += 1;
    number = open ? number + 1 : (ends[number] ?? ends.length);
  }
  return { total, from, rows, revealed: position === null ? null : { position, opened } };
}

/** The closed nodes that a node lies in. */
function closedAround({ ends }: Rows, reveal: number, isOpen: (number: number) => boolean): number[] {
  const closed: number[] = [];
  if (reveal >= ends.length) return closed;
  for (let number = 0; number < reveal;) {
    const end = ends[number] ?? ends.length;
    if (end <= reveal) {
      number = end;
      continue;
    }
    if (!isOpen(number)) closed.push(number);
    number += 1;
  }
  return closed;
}

function jsonRows(nodes: JsonNodes): Rows {
  return {
    depths: nodes.depths,
    ends: nodes.ends,
    contentOf(number) {
      const value = nodes.values[number] ?? null;
      const key = nodes.keyOf(number);
      const name = key === null ? null : String(key);
      return { name, attributes: null, ...contentOfValue(value) };
    },
  };
}

function contentOfValue(value: JsonValue): Pick<TreeRow, 'kind' | 'value' | 'size'> {
  if (value === null) return { kind: 'null', value: 'null', size: null };
  if (Array.isArray(value)) return { kind: 'list', value: null, size: value.length };
  if (typeof value === 'object') {
    const names = Object.keys(value);
    return { kind: 'object', value: beginning(names.slice(0, 20).join(', ')), size: names.length };
  }
  if (typeof value === 'string') return { kind: 'text', value: beginning(value), size: null };
  if (typeof value === 'number') return { kind: 'number', value: String(value), size: null };
  return { kind: 'boolean', value: String(value), size: null };
}

function elementRows({ elements, depths }: OpenPage): Rows {
  return {
    depths,
    ends: endsOf(depths),
    contentOf(number) {
      const element = elements[number];
      if (element === undefined) throw new RangeError('A row has no element.');
      return contentOfElement(element);
    },
  };
}

function contentOfElement(element: Element): Omit<TreeRow, 'number' | 'depth' | 'open'> {
  const attributes = Object.entries(element.attribs).map(([name, value]) => `${name}="${value}"`);
  const text = element.children.flatMap((child) => (isText(child) ? [child.data] : [])).join('');
  const size = element.children.filter(isTag).length;
  return {
    kind: 'element',
    name: element.name,
    attributes: attributes.length === 0 ? null : beginning(attributes.join(' ')),
    value: text.trim() === '' ? null : beginning(text.trim()),
    size: size === 0 ? null : size,
  };
}

const beginning = (text: string): string =>
  text.length <= maxRowText ? text : `${text.slice(0, maxRowText)}…`;

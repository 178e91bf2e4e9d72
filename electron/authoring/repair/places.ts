import { isTag, type AnyNode, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { evaluateField } from '../../extract/field.ts';
import type { Page } from '../../extract/page.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { isJson, type Scope } from '../../extract/scope.ts';
import { selectMatches } from '../../extract/select-matches.ts';
import type { Match } from '../../extract/select.ts';
import type { JsonValue } from '../../extract/types.ts';
import { findBelow } from '../../extract/walk.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { Part } from '../selectors/ending.ts';
import { squeeze } from '../selectors/scope-index.ts';

/** A stored page that is compared with another. */
export interface HealPage {
  readonly url: string;
  readonly page: Page;
  readonly context: PageContext;
}

/** Where a selector is evaluated: a page, one of its rows, or an entry of a nested list. */
export interface Place {
  readonly scope: Scope;
  readonly on: HealPage;
}

/** A place before and after the site changed. */
export interface Pair {
  readonly old: Place;
  readonly fresh: Place;
  /** Whether it is the same page, row or entry, so that its values are expected to be equal; else one of the same kind. */
  readonly isSame: boolean;
}

/** The value that a field has at a place, as a crawl would store it. */
export const valueAt = ({ scope, on }: Place, field: FieldExtract): JsonValue =>
  evaluateField(scope, field, on.context).result.value;

/** What a field takes at a place: nodes, and what of them. */
export interface Taken {
  readonly nodes: readonly AnyNode[];
  readonly part: Part;
}

/** The nodes that a field takes at a place; null: it takes none that can be told. Functions of XPath are looked through. */
export function takenAt({ scope }: Place, { css, xpath }: FieldExtract): Taken | null {
  if (isJson(scope)) return null;
  const [language, source] = typeof css === 'string' ? (['css', css] as const) : (['xpath', xpath] as const);
  if (typeof source !== 'string') return null;
  const selected = selectMatches(scope, language, source);
  const [first] = selected.ok ? selected.matches : [];
  if (!selected.ok || first === undefined) return null;
  if (first.node === null) return takenByFunction(scope, source, first);
  const nodes = selected.matches.flatMap(({ node }) => node ?? []);
  if (first.kind === 'attribute') return { nodes, part: { attribute: attributeOf(source, first) } };
  return { nodes, part: first.kind === 'text' ? 'text' : 'markup' };
}

/** The name of the attribute that a selector takes: as it is written, or the one with the value. */
function attributeOf(source: string, { node, value }: Match): string {
  const said = /(?:::attr\(\s*["']?|\/@)([\w:-]+)/.exec(source)?.[1];
  if (said !== undefined) return said;
  const attributes = node !== null && isTag(node) ? Object.entries(node.attribs) : [];
  return attributes.find(([, each]) => each === value)?.[0] ?? 'href';
}

/** An XPath expression that makes a text of a path: what stands before and behind the path. */
export interface Wrapping {
  readonly before: string;
  readonly path: string;
  readonly behind: string;
}

const functions =
  /^(?:(?:normalize-space|string)\((?<all>.+)\)|substring-(?:after|before)\((?<cut>.+),\s*(?:"[^"]*"|'[^']*')\))$/s;

/** Looks through the functions around the path of an XPath expression, such as `normalize-space(…)`; null: there are none. */
export function wrappingOf(source: string): Wrapping | null {
  let path = source.trim();
  for (;;) {
    const groups = functions.exec(path)?.groups;
    const inner = groups?.['all'] ?? groups?.['cut'];
    if (inner === undefined) break;
    path = inner.trim();
  }
  const at = source.indexOf(path);
  if (path === source.trim()) return null;
  return { before: source.slice(0, at), path, behind: source.slice(at + path.length) };
}

/** The node of which a function makes a text, or the smallest element with that text. */
function takenByFunction(scope: AnyNode, source: string, { value }: Match): Taken | null {
  const path = wrappingOf(source)?.path;
  const read = path === undefined ? null : selectMatches(scope, 'xpath', path);
  const [match] = read?.ok === true ? read.matches : [];
  if (match?.node !== null && match?.node !== undefined) return { nodes: [match.node], part: 'text' };
  const element = squeeze(value) === '' ? null : smallestWith(scope, squeeze(value));
  return element === null ? null : { nodes: [element], part: 'text' };
}

function smallestWith(scope: AnyNode, text: string): Element | null {
  let found: Element | null = null;
  let around: AnyNode | null = scope;
  while (around !== null) {
    const inner: Element | null = findBelow(around, (each) => squeeze(textOf(each)) === text);
    found = inner ?? found;
    around = inner;
  }
  return found;
}

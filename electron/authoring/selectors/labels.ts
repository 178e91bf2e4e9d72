import { isTag, isText, type AnyNode, type Element, type Text } from 'domhandler';
import { stepTo, usesOf } from './anchors.ts';
import { namesakes, parentIn, type Path, type Use } from './path.ts';
import { longestLabel, squeeze, type ScopeIndex } from './scope-index.ts';
import { simpleOf, xpathName, xpathString } from './simple.ts';
import type { IsConstant, Wish } from './wish.ts';

/** Texts before a node that are looked at for labels, and labels that are used. */
const maxBefore = 12;
const maxLabels = 5;
const maxAfter = 6;
const maxHeadings = 2;
const maxFollowing = 4;

/** A text of a page that names what comes after it. */
interface Label {
  readonly text: string;
  /** The outermost element with this text and no other; null: the text has others beside it. */
  readonly element: Element | null;
  readonly node: Text;
  readonly isHeading: boolean;
}

const isLabel = (text: string): boolean =>
  text.length >= 2 && text.length <= longestLabel && /\p{L}{2}/u.test(text) && !/\d{3,}/.test(text);

function labelAt(index: ScopeIndex, node: Text): Label | null {
  const text = squeeze(node.data);
  // The title of a page names nothing that comes after it.
  const isTitle = node.parent !== null && isTag(node.parent) && node.parent.name === 'title';
  if (isTitle || !isLabel(text) || xpathString(text) === null) return null;
  let element: Element | null = null;
  for (let each = parentIn(node, index.root); each !== null; each = parentIn(each, index.root)) {
    if (index.labelOf(each) !== text) break;
    element = each;
  }
  const isHeading = element !== null && hasHeading(node, element);
  return { text, element, node, isHeading };
}

function hasHeading(node: AnyNode, outermost: Element): boolean {
  for (let each: AnyNode | null = node.parent; each !== null; each = each.parent) {
    if (isTag(each) && (/^h[1-6]$|^caption$|^legend$/.test(each.name) || each.attribs['role'] === 'heading'))
      return true;
    if (each === outermost) return false;
  }
  return false;
}

/** The labels before a node, the nearest first; those that other pages have too come before the others. */
function labelsBefore(index: ScopeIndex, node: AnyNode, isConstant: IsConstant): Label[] {
  const labels = index.textsBefore(node, maxBefore).flatMap((text) => labelAt(index, text) ?? []);
  const constant = labels.filter(({ text }) => isConstant(text, 'equal') !== false);
  return constant.slice(0, maxLabels);
}

function headingBefore(index: ScopeIndex, node: AnyNode, isConstant: IsConstant): Label[] {
  return index
    .textsBefore(node, 120)
    .flatMap((text) => (hasHeadingAround(text) ? (labelAt(index, text) ?? []) : []))
    .filter(({ isHeading, text }) => isHeading && isConstant(text, 'equal') !== false)
    .slice(0, maxHeadings);
}

const hasHeadingAround = ({ parent }: Text): boolean =>
  parent !== null &&
  isTag(parent) &&
  (/^h[1-6]$/.test(parent.name) ||
    (parent.parent !== null && isTag(parent.parent) && /^h[1-6]$/.test(parent.parent.name)));

/** What selects a label, from the root of the scope. */
function xpathOfLabel({ text, element, node }: Label, start: string): string {
  const literal = xpathString(text) ?? '""';
  if (element !== null) return `${start}//${xpathName(element.name)}[normalize-space()=${literal}]`;
  const parent = node.parent !== null && isTag(node.parent) ? xpathName(node.parent.name) : '*';
  return `${start}//${parent}/text()[normalize-space()=${literal}]`;
}

/** Paths to a node by the texts before it. */
export function labelledPaths(
  index: ScopeIndex,
  node: Element | Text,
  { own, start, isConstant, isAlone }: Wish,
): Path[] {
  const paths: Path[] = [];
  const near = labelsBefore(index, node, isConstant);
  for (const [rank, label] of near.entries())
    paths.push(...fromLabel(index, label, node, { rank, own, start, isConstant }));
  for (const label of headingBefore(index, node, isConstant)) {
    if (near.some(({ node: known }) => known === label.node)) continue;
    paths.push(...fromLabel(index, label, node, { rank: 2, own, start, isConstant }));
  }
  paths.push(...beginning(index, node, start, isConstant));
  // Where other pages are known, what comes after a value is seldom about it.
  if (isAlone) {
    const after = index.textsAfter(node, maxAfter).flatMap((text) => labelAt(index, text) ?? []);
    for (const [rank, label] of after.slice(0, maxLabels).entries())
      paths.push(...fromLabelAfter(index, label, node, { rank, own, start }));
  }
  return paths;
}

function fromLabel(
  index: ScopeIndex,
  label: Label,
  node: Element | Text,
  { rank, own, start, isConstant }: Pick<Wish, 'own' | 'start' | 'isConstant'> & { rank: number },
): Path[] {
  const paths: Path[] = [];
  const base = xpathOfLabel(label, start);
  const origin: AnyNode = label.element ?? label.node;
  const at = parentElement(origin, index.root);
  const uses: Use[] = at === null ? [] : [{ kind: 'text', at }];
  const told = isConstant(label.text, 'equal') === true ? 1 : likelyLabel(label);
  const weight = told - rank * 0.1 - (/\p{L}.*\d|\d.*\p{L}/u.test(label.text) ? 0.15 : 0);
  const by = `the ${label.isHeading ? 'heading' : 'label'} “${label.text}”`;
  const family = label.isHeading ? 'heading' : 'label';
  const add = (xpath: string, more: readonly Use[], factor: number): void => {
    paths.push({ css: null, xpath, family, uses: [...uses, ...more], weight: weight * factor, by });
  };
  const beside = siblingOf(origin, node, index.root);
  if (beside !== null) {
    const way = downTo(index, beside.to, node, own);
    if (way !== null) {
      const position = besideUse(beside, way.xpath);
      add(
        `${base}${beside.xpath}${way.xpath}`,
        [...position, ...way.uses],
        beside.factor * (way.xpath === '' ? 1 : 0.94),
      );
    }
  }
  const around = holderOf(origin, node, index.root);
  if (around !== null) {
    const way = downTo(index, around.holder, node, own);
    const isCounted = way === null || way.isCounted;
    if (way !== null && !isCounted) add(`${base}${around.xpath}${way.xpath}`, way.uses, 0.93);
  }
  const after = nthAfter(index, origin, node);
  if (after !== null) add(`${base}/following::${after.xpath}`, after.uses, 0.9 - after.count * 0.04);
  return paths;
}

/** Paths from a text that comes after a node. */
function fromLabelAfter(
  index: ScopeIndex,
  label: Label,
  node: Element | Text,
  { rank, own, start }: Pick<Wish, 'own' | 'start'> & { rank: number },
): Path[] {
  const base = xpathOfLabel(label, start);
  const origin: AnyNode = label.element ?? label.node;
  const at = parentElement(origin, index.root);
  const shared = {
    css: null,
    family: 'label',
    weight: Math.max(0.1, ofLabelAfter - rank * 0.1),
    by: `the text “${label.text}” after it`,
  } as const;
  const text: Use[] = at === null ? [] : [{ kind: 'text', at }];
  const beside = siblingOf(origin, node, index.root, 'before');
  const around = holderOf(origin, node, index.root);
  return [
    ...(beside === null ? [] : [{ step: beside.xpath, to: beside.to, beside }]),
    ...(around === null ? [] : [{ step: around.xpath, to: around.holder, beside: null }]),
  ].flatMap(({ step, to, beside: found }): Path[] => {
    const way = downTo(index, to, node, own);
    if (way === null || (found === null && way.isCounted)) return [];
    const steps = found === null ? [] : besideUse(found, way.xpath);
    return [{ ...shared, xpath: `${base}${step}${way.xpath}`, uses: [...text, ...steps, ...way.uses] }];
  });
}

/** How well a text tells of what comes before it. */
const ofLabelAfter = 0.5;

/** Elements that people write labels in. */
const labelTags = /^(?:th|dt|td|label|b|strong|h[1-6]|legend|caption)$/;

/** How likely a text is a label and no content, 0 to 1, where no other page tells. */
function likelyLabel({ text, element }: Label): number {
  if (/[:：]$/.test(text)) return 1;
  const isShort = text.length <= 25;
  if (element !== null && labelTags.test(element.name)) return isShort ? 0.95 : 0.6;
  return isShort ? 0.6 : 0.4;
}

const parentElement = (node: AnyNode, root: AnyNode): Element | null =>
  isTag(node) ? node : parentIn(node, root);

/** Levels from a label up to what holds it and the node. */
const maxHolder = 5;

/** The innermost element that holds a label and a node, and the way to it from the label. */
function holderOf(origin: AnyNode, node: AnyNode, root: AnyNode): { holder: Element; xpath: string } | null {
  const passed = new Map<string, number>();
  let each = parentIn(origin, root);
  for (let level = 0; each !== null && level < maxHolder; level += 1) {
    const { name } = each;
    const count = (passed.get(name) ?? 0) + 1;
    passed.set(name, count);
    if (name === 'body' || each === node) return null;
    if (childAround(node, each) !== null) {
      return { holder: each, xpath: `/ancestor::${xpathName(name)}[${count}]` };
    }
    each = parentIn(each, root);
  }
  return null;
}

type Side = 'before' | 'after';

interface Beside {
  readonly to: Element | Text;
  readonly at: Element;
  /** The sibling of it that holds the label. */
  readonly from: AnyNode;
  /** Where it is, seen from the label. */
  readonly side: Side;
  readonly xpath: string;
  readonly factor: number;
}

/** The way from a label to the sibling, of it or of an element around it, that a node lies in. */
function siblingOf(origin: AnyNode, node: AnyNode, root: AnyNode, side: Side = 'after'): Beside | null {
  let from: AnyNode | null = origin;
  let way = '';
  for (let climbed = 0; from !== null && from !== root && climbed <= 4; climbed += 1) {
    const parent: AnyNode | null = from.parent;
    if (parent === null) return null;
    const to = childAround(node, parent);
    if (to !== null && to !== from) {
      const step = siblingStep(from, to, side);
      const at = isTag(to) ? to : isTag(parent) ? parent : null;
      if (step === null || at === null) return null;
      return {
        to,
        at,
        from,
        side,
        xpath: `${way}/${side === 'after' ? 'following' : 'preceding'}-sibling::${step.xpath}`,
        factor: (1 - climbed * 0.04) * step.factor,
      };
    }
    if (to === from || !isTag(parent)) return null;
    from = parent;
    way = `/ancestor::${xpathName(parent.name)}[1]`;
  }
  return null;
}

/** The child of a parent that a node lies in, or is. */
function childAround(node: AnyNode, parent: AnyNode): Element | Text | null {
  for (let each: AnyNode | null = node; each !== null; each = each.parent) {
    if (each.parent === parent) return isTag(each) || isText(each) ? each : null;
  }
  return null;
}

function siblingStep(
  from: AnyNode,
  to: Element | Text,
  side: Side,
): { xpath: string; factor: number } | null {
  let count = 0;
  const next = (node: AnyNode): AnyNode | null => (side === 'after' ? node.next : node.prev);
  for (let each = next(from); each !== null; each = next(each)) {
    const isSame = isTag(to) ? isTag(each) && each.name === to.name : isText(each) && each.data.trim() !== '';
    if (isSame) count += 1;
    if (each !== to) continue;
    const test = isTag(to) ? xpathName(to.name) : 'text()[normalize-space()]';
    return { xpath: `${test}[${count}]`, factor: 1 - Math.min(count - 1, 5) * 0.06 };
  }
  return null;
}

/** The way from an element down to another, and whether it counts. */
interface Way {
  readonly xpath: string;
  readonly uses: readonly Use[];
  readonly isCounted: boolean;
}

/** The step from a label to what stands beside it. */
function besideUse({ to, at, from, side }: Beside, rest: string): Use[] {
  if (!isTag(to)) return [];
  const next = rest === '' ? null : rest.startsWith('//') ? 'inside' : 'child';
  return [
    {
      kind: 'step',
      at,
      link: 'child',
      test: 'name',
      place: side === 'after' ? 'start' : 'end',
      next,
      since: from,
    },
  ];
}

/** The way from an element down to a node inside it, by the shortest step that finds only it. See `Wish` for `own`. */
function downTo(
  index: ScopeIndex,
  from: Element | Text,
  node: Element | Text,
  own: string | null,
): Way | null {
  if (from === node) return { xpath: '', uses: [], isCounted: false };
  if (!isTag(from)) return null;
  const element = isTag(node) ? node : parentIn(node, index.root);
  if (element === null) return null;
  const ending = isTag(node) ? '' : textStep(node);
  const isCountedText = /\d\]$/.test(ending);
  if (element === from) return { xpath: ending, uses: [], isCounted: isCountedText };
  for (const simple of simpleOf(element, own).reverse()) {
    const found = simple.among(index).filter((each) => each !== from && index.isInside(each, from));
    if (found.length !== 1) continue;
    const uses = [...usesOf(simple, element), stepTo(simple, element)];
    return { xpath: `//${simple.xpath}${ending}`, uses, isCounted: isCountedText };
  }
  const uses: Use[] = [];
  let way = '';
  for (let each: Element | null = element; each !== null && each !== from; each = parentIn(each, from)) {
    const alike = namesakes(each);
    way = `/${xpathName(each.name)}${alike.length > 1 ? `[${alike.indexOf(each) + 1}]` : ''}${way}`;
    const place = alike.length > 1 ? 'start' : null;
    uses.push({
      kind: 'step',
      at: each,
      link: 'child',
      test: 'name',
      place,
      next: each === element ? null : 'child',
    });
  }
  const isCounted = uses.some((use) => use.kind === 'step' && use.place !== null);
  return { xpath: `${way}${ending}`, uses, isCounted: isCounted || isCountedText };
}

/** The step from an element to one of its own texts. */
export function textStep(node: Text): string {
  const texts = (node.parent?.children ?? []).filter((each): each is Text => isText(each));
  const filled = texts.filter(({ data }) => data.trim() !== '');
  if (filled.length > 1) return `/text()[normalize-space()][${filled.indexOf(node) + 1}]`;
  return texts.length > 1 ? '/text()[normalize-space()]' : '/text()';
}

/** The node as the n-th of its kind after a label, whatever is around them. */
function nthAfter(
  index: ScopeIndex,
  origin: AnyNode,
  node: Element | Text,
): { xpath: string; count: number; uses: readonly Use[] } | null {
  const at = isTag(node) ? node : parentIn(node, index.root);
  if (at === null) return null;
  const uses = orderUses(index, origin, at);
  if (isText(node)) {
    const between = index.textsBefore(node, maxBefore + 1);
    const own = between.findIndex(
      (text) => text === origin || (isTag(origin) && index.isInside(text, origin)),
    );
    const count = own + 1;
    return own === -1 || count > maxFollowing
      ? null
      : { xpath: `text()[normalize-space()][${count}]`, count, uses };
  }
  const alike = index.tagged(node.name);
  const last = alike.indexOf(node);
  let count = 0;
  for (let each = last; each >= 0 && count <= maxFollowing; each -= 1) {
    const other = alike[each];
    if (other === undefined || !index.isAfter(other, origin)) break;
    count += 1;
  }
  return count === 0 || count > maxFollowing
    ? null
    : { xpath: `${xpathName(node.name)}[${count}]`, count, uses };
}

/** The levels from a node up to what also holds a label. */
function orderUses(index: ScopeIndex, origin: AnyNode, node: Element): Use[] {
  const uses: Use[] = [];
  for (
    let at: Element | null = node;
    at !== null && !index.isInside(origin, at);
    at = parentIn(at, index.root)
  ) {
    uses.push({ kind: 'order', at, of: node.name, from: 'start' });
  }
  return uses;
}

/** A node whose own text begins with a label: "ISBN: 978…". */
function beginning(index: ScopeIndex, node: Element | Text, start: string, isConstant: IsConstant): Path[] {
  const text = squeeze(isText(node) ? node.data : (index.labelOf(node) ?? ''));
  const written = /^[^\d:]{2,40}?(?::(?!\/\/)|#| -)/u.exec(text)?.[0];
  if (written === undefined || written.length === text.length || !isLabel(written)) return [];
  if (isConstant(written, 'beginning') === false) return [];
  const literal = xpathString(written);
  const at = isTag(node) ? node : parentIn(node, index.root);
  if (literal === null || at === null) return [];
  const test = isTag(node) ? xpathName(node.name) : `${xpathName(at.name)}/text()`;
  return [
    {
      css: null,
      xpath: `${start}//${test}[starts-with(normalize-space(), ${literal})]`,
      family: 'label',
      uses: [{ kind: 'text', at }],
      weight: 0.88,
      by: `its beginning “${written}”`,
    },
  ];
}

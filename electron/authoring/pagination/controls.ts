import type { Element } from 'domhandler';
import { createResolver, type Resolver } from '../../engine/resolve.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { visibleText } from '../../extract/walk.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import { readLabel, type Label } from './label.ts';
import { stepBetween, type UrlStep } from './url-step.ts';

/** A link or button of a page. */
export interface Control {
  readonly facts: ElementFacts;
  /** `href` as written, trimmed; '' for a button and a link without one. */
  readonly href: string;
  /** Where it leads, by `href` or by what an attribute holds for its script; null: nowhere that can be fetched. */
  readonly url: URL | null;
  /** Whether it has an address that a crawl can follow, though where that leads may be unknown. */
  readonly isLink: boolean;
  /** How that differs from the page; null: unknown. */
  readonly step: UrlStep | null;
  readonly label: Label;
  /** What its attributes and pictures call it. */
  readonly names: readonly Label[];
}

/** What a control says: its text, or what it is called where it shows a picture. */
export function saidBy({ label, names }: Control): Label {
  return label.text === '' ? (names.find(({ direction }) => direction !== null) ?? label) : label;
}

/** Characters of text above which an element is no control of a pager. */
const maxText = 80;
/** Pages with more controls than this are read up to it. */
const maxControls = 8000;

/** Where the links of a page lead. Each address is looked at once, and only if someone asks. */
class Targets {
  readonly #page: URL | null;
  readonly #resolver: Resolver;
  readonly #known = new Map<string, Pick<Control, 'url' | 'step'>>();

  constructor({ url, base }: PageContext) {
    this.#page = url === null ? null : URL.parse(url);
    this.#resolver = createResolver(base ?? '');
  }

  of(href: string): Pick<Control, 'url' | 'step'> {
    const known = this.#known.get(href);
    if (known !== undefined) return known;
    const resolved = href === '' || href.startsWith('#') ? null : this.#resolver.resolve(href);
    const url = resolved?.ok === true ? URL.parse(resolved.url) : null;
    const found = { url, step: url === null || this.#page === null ? null : stepBetween(this.#page, url) };
    this.#known.set(href, found);
    return found;
  }
}

class FoundControl implements Control {
  readonly facts: ElementFacts;
  readonly href: string;
  readonly label: Label;
  readonly names: readonly Label[];
  readonly #targets: Targets;
  readonly #address: string;

  constructor(
    facts: ElementFacts,
    href: string,
    { label, names, targets }: { label: Label; names: readonly Label[]; targets: Targets },
  ) {
    this.facts = facts;
    this.href = href;
    this.label = label;
    this.names = names;
    this.#targets = targets;
    this.#address = isFollowed(href) ? href : addressForScript(facts.element);
  }

  get isLink(): boolean {
    return isFollowed(this.href);
  }

  get url(): URL | null {
    return this.#targets.of(this.#address).url;
  }

  get step(): UrlStep | null {
    return this.#targets.of(this.#address).step;
  }
}

/** Returns the links and buttons of a page that could belong to a pager, in document order. */
export function findControls({ elements }: DescribedTree, context: PageContext): Control[] {
  const targets = new Targets(context);
  const { language } = context;
  const labels = new Map<string, Label>();
  const labelOf = (text: string): Label => {
    const known = labels.get(text) ?? readLabel(text, language);
    labels.set(text, known);
    return known;
  };
  const controls: Control[] = [];
  for (const facts of elements) {
    const { element } = facts;
    if (facts.text > maxText || !isControl(element)) continue;
    const parent = elements[facts.parent]?.element;
    if (parent?.name === 'a' && parent.attribs['href'] !== undefined) continue;
    const href = element.name === 'a' ? (element.attribs['href'] ?? '').trim() : '';
    const text = element.name === 'input' ? (element.attribs['value'] ?? '') : visibleText(element, maxText);
    const names = namesOf(facts, elements).map(labelOf);
    controls.push(new FoundControl(facts, href, { label: labelOf(text), names, targets }));
    if (controls.length === maxControls) break;
  }
  return controls;
}

const isFollowed = (href: string): boolean => href !== '' && !/^(?:#|javascript:)/i.test(href);

/** The address that an element without one keeps for a script; "" if it keeps none. */
function addressForScript({ attribs }: Element): string {
  for (const [name, value] of Object.entries(attribs)) {
    if (scriptAddress.test(name) && /^(?:https?:\/\/|[/?])\S+$/.test(value.trim())) return value.trim();
  }
  return '';
}

/** Attributes in which scripts keep where a button leads. */
const scriptAddress =
  /^(?:data-(?:[a-z]+-){0,2}(?:href|url|link|next|path|src)|data-(?:next|more)(?:-[a-z]+)*|formaction|hx-get)$/;

function isControl({ name, attribs }: Element): boolean {
  if (name === 'a' || name === 'button') return true;
  if (name === 'input') return /^(?:button|submit|image)$/i.test(attribs['type'] ?? '');
  return attribs['role'] === 'button' || attribs['role'] === 'link';
}

/** Texts by which an element is called other than by what it shows. */
function namesOf({ element, at, end }: ElementFacts, elements: readonly ElementFacts[]): string[] {
  const names: string[] = [];
  const last = Math.min(end, at + 8);
  for (let index = at; index <= last; index += 1) {
    const attribs = elements[index]?.element.attribs ?? element.attribs;
    for (const name of ['aria-label', 'title', 'alt'] as const) {
      const value = attribs[name];
      if (value !== undefined && value.trim() !== '') names.push(value);
    }
  }
  return names;
}

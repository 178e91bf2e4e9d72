import type { Element } from 'domhandler';
import { createResolver } from '../../engine/resolve.ts';
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
  /** Where it leads; null: nowhere that can be fetched. */
  readonly url: URL | null;
  /** How that differs from the page; null: unknown. */
  readonly step: UrlStep | null;
  readonly label: Label;
  /** What its attributes and pictures call it. */
  readonly names: readonly Label[];
}

/** Characters of text above which an element is no control of a pager. */
const maxText = 80;
/** Pages with more controls than this are read up to it. */
const maxControls = 8000;

/** Returns the links and buttons of a page that could belong to a pager, in document order. */
export function findControls({ elements }: DescribedTree, context: PageContext): Control[] {
  const page = context.url === null ? null : URL.parse(context.url);
  const resolver = createResolver(context.base ?? '');
  const urls = new Map<string, Pick<Control, 'url' | 'step'>>();
  const leadsTo = (href: string): Pick<Control, 'url' | 'step'> => {
    const known = urls.get(href);
    if (known !== undefined) return known;
    const resolved = href === '' || href.startsWith('#') ? null : resolver.resolve(href);
    const url = resolved?.ok === true ? URL.parse(resolved.url) : null;
    const found = { url, step: url === null || page === null ? null : stepBetween(page, url) };
    urls.set(href, found);
    return found;
  };
  const controls: Control[] = [];
  for (const facts of elements) {
    const { element } = facts;
    if (facts.text > maxText || !isControl(element)) continue;
    const parent = elements[facts.parent];
    if (parent !== undefined && parent.element.name === 'a' && parent.element.attribs['href'] !== undefined)
      continue;
    const href = element.name === 'a' ? (element.attribs['href'] ?? '').trim() : '';
    const text = element.name === 'input' ? (element.attribs['value'] ?? '') : visibleText(element, maxText);
    controls.push({
      facts,
      href,
      ...leadsTo(href),
      label: readLabel(text, context.language),
      names: namesOf(facts, elements).map((name) => readLabel(name, context.language)),
    });
    if (controls.length === maxControls) break;
  }
  return controls;
}

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

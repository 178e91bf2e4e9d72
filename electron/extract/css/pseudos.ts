import { parse } from 'css-what';
import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { neverMatchingPseudos } from '../../../shared/selectors/css-pseudos.ts';
import { splitNth } from '../../../shared/selectors/read-css.ts';
import { childrenOf, textOf } from '../xpath/nodes.ts';
import { compileNth } from './nth.ts';
import type { CssRun, ElementTest, TokenCompiler } from './types.ts';

/** Returns the nearest ancestor-or-self that passes a test, or null. */
function nearest(element: Element, run: CssRun, test: ElementTest): Element | null {
  for (let node: AnyNode | null = element; node !== null; node = node.parent) {
    run.budget.spend(1);
    if (isTag(node) && test(node)) return node;
  }
  return null;
}

const unquote = (text: string): string => {
  const trimmed = text.trim();
  return /^(["'])[\s\S]*\1$/.test(trimmed) ? trimmed.slice(1, -1) : text;
};

const has = (element: Element, name: string): boolean => element.attribs[name] !== undefined;
const isLink = (element: Element): boolean =>
  has(element, 'href') && ['a', 'link', 'area'].includes(element.name);

/** cssselect's rules for form elements, which are simpler than the standard's. */
const disabledAlone = new Set(['button', 'select', 'textarea', 'command', 'fieldset', 'optgroup', 'option']);
const inFieldset = new Set(['button', 'select', 'textarea']);
const enabledAlone = new Set(['command', 'fieldset', 'optgroup']);

const isVisibleInput = (element: Element): boolean =>
  element.name === 'input' && has(element, 'type') && element.attribs['type'] !== 'hidden';

const inDisabled = (element: Element, name: string, run: CssRun): boolean =>
  nearest(element, run, (each) => each !== element && each.name === name && has(each, 'disabled')) !== null;

function isDisabled(element: Element, run: CssRun): boolean {
  const control = isVisibleInput(element);
  if (has(element, 'disabled') && (control || disabledAlone.has(element.name))) return true;
  return (control || inFieldset.has(element.name)) && inDisabled(element, 'fieldset', run);
}

function isEnabled(element: Element, run: CssRun): boolean {
  if (isLink(element)) return true;
  if (enabledAlone.has(element.name)) return !has(element, 'disabled');
  if (isVisibleInput(element) || inFieldset.has(element.name) || element.name === 'keygen') {
    return !has(element, 'disabled') && !inDisabled(element, 'fieldset', run);
  }
  return element.name === 'option' && !has(element, 'disabled') && !inDisabled(element, 'optgroup', run);
}

function isChecked(element: Element): boolean {
  if (element.name === 'option') return has(element, 'selected');
  const type = element.attribs['type'];
  return (
    (element.name === 'input' || element.name === 'command') &&
    has(element, 'checked') &&
    (type === 'checkbox' || type === 'radio')
  );
}

const isEmpty = (element: Element): boolean =>
  childrenOf(element).every((child) => !isTag(child) && !(isText(child) && child.data !== ''));

const isRoot = (element: Element): boolean => element.parent === null || !isTag(element.parent);

function speaks(element: Element, wanted: string, run: CssRun): boolean {
  const declared = nearest(element, run, (each) => has(each, 'lang'))?.attribs['lang']?.toLowerCase();
  return declared !== undefined && `${declared}-`.startsWith(`${wanted.toLowerCase()}-`);
}

function compileNthPseudo(name: string, argument: string, compiler: TokenCompiler): ElementTest | null {
  const fromEnd = name.includes('last');
  const ofType = name.endsWith('of-type');
  if (name.startsWith('nth-')) {
    const { formula, of } = splitNth(argument);
    const test = of === null ? null : compiler.anyOf(parse(of));
    return compileNth(formula, { fromEnd, ofType, of: test }, compiler.run);
  }
  const end = (last: boolean): ElementTest =>
    compileNth('1', { fromEnd: last, ofType, of: null }, compiler.run);
  if (name.startsWith('first-') || name.startsWith('last-')) return end(fromEnd);
  if (!name.startsWith('only-')) return null;
  const first = end(false);
  const last = end(true);
  return (element) => first(element) && last(element);
}

/** Returns the test for a pseudo-class without a selector argument. The reader has rejected unknown ones. */
export function pseudoTest(name: string, argument: string, compiler: TokenCompiler): ElementTest {
  const { run } = compiler;
  const nth = compileNthPseudo(name, argument, compiler);
  if (nth !== null) return nth;
  if (neverMatchingPseudos.has(name)) return () => false;
  if (name === 'contains') {
    const text = unquote(argument);
    return (element) => textOf(element, run.budget).includes(text);
  }
  if (name === 'lang') {
    const language = unquote(argument).trim();
    return (element) => speaks(element, language, run);
  }
  const tests: Record<string, ElementTest> = {
    root: isRoot,
    scope: (element) => element === run.context,
    empty: isEmpty,
    link: isLink,
    'any-link': isLink,
    checked: isChecked,
    disabled: (element) => isDisabled(element, run),
    enabled: (element) => isEnabled(element, run),
  };
  const test = tests[name];
  if (test === undefined) throw new TypeError(`There is no pseudo-class ":${name}".`);
  return test;
}

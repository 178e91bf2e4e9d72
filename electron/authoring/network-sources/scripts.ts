import { selectorFor } from '../../extract/select.ts';
import type { Page } from '../../extract/page.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { PageTree } from '../../extract/tree.ts';
import type { JsonValue } from '../../extract/types.ts';
import { elementsBelow } from '../../extract/walk.ts';
import { textOf } from '../../extract/xpath/nodes.ts';

/** JSON that a script of the page holds. */
export interface ScriptData {
  /** Selects its text, and that of no other script. */
  css: string;
  /** What people call it: "script#__NEXT_DATA__". */
  name: string;
  value: JsonValue;
}

const limits = { scripts: 80, characters: 8_000_000 };
/** Attributes that tell a script from others, the best first. */
const telling = ['id', 'data-name', 'name', 'data-target', 'type'];

/** The scripts of a page that hold an object or a list: as JSON, or as what is assigned to a name. */
export function scriptData(page: Page, context: PageContext): ScriptData[] {
  if (page.kind !== 'html') return [];
  const scripts = elementsBelow(page.document).filter(({ name }) => name === 'script');
  return scripts.slice(0, limits.scripts).flatMap((element): ScriptData[] => {
    const text = textOf(element);
    if (text.length > limits.characters || text.length < 20 || !/[[{]/.test(text)) return [];
    const read = context.jsonIn(text);
    if (!read.ok || typeof read.value !== 'object' || read.value === null) return [];
    const names = selectorsOf(element.attribs, text);
    const css = names.find((selector) => selectsOnly(page, selector, element));
    return css === undefined ? [] : [{ css: `${css}::text`, name: css, value: read.value }];
  });
}

function selectorsOf(attribs: Readonly<Record<string, string>>, text: string): string[] {
  const byAttribute = telling.flatMap((name) => {
    const value = attribs[name];
    if (value === undefined || value === '' || /["\\\n]/.test(value)) return [];
    return name === 'id' && /^[A-Za-z_][\w-]*$/.test(value)
      ? `script#${value}`
      : `script[${name}="${value}"]`;
  });
  const assigned = /^\s*(?:(?:var|let|const)\s+)?([A-Za-z_$][\w.$]*)\s*=/.exec(text)?.[1];
  return assigned === undefined
    ? byAttribute
    : [...byAttribute, `script:contains("${assigned} =")`, `script:contains("${assigned}=")`];
}

function selectsOnly(page: PageTree, css: string, element: unknown): boolean {
  const read = selectorFor('css', css);
  if (!read.ok) return false;
  const matches = read.selector.select(page.document);
  return matches.length === 1 && matches[0]?.node === element;
}

/**
 * The few parts of Mustache that the sample site needs: `{{name}}` escaped, `{{{name}}}` as it is, `{{#name}}…{{/name}}`
 * for each element of a list or once for a value that is there, `{{^name}}…{{/name}}` where it is not, `{{.}}` for the
 * current element, `{{a.b}}` for a part, and `{{> name}}` for another template.
 */

export type ViewValue = string | number | boolean | null | undefined | View | readonly ViewValue[];
export interface View {
  readonly [name: string]: ViewValue;
}

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string; raw: boolean }
  | { kind: 'section'; name: string; inverted: boolean; parts: Part[] }
  | { kind: 'partial'; name: string };

/** Renders templates by name; `source` gives the text of a template. Throws an Error for a section left open. */
export function templates(source: (name: string) => string): (name: string, view: View) => string {
  const read = new Map<string, Part[]>();
  const partsOf = (name: string): Part[] => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const parts = parse(name, source(name));
    read.set(name, parts);
    return parts;
  };
  const render = (parts: readonly Part[], scopes: readonly ViewValue[]): string => {
    let out = '';
    for (const part of parts) {
      if (part.kind === 'text') out += part.text;
      else if (part.kind === 'partial') out += render(partsOf(part.name), scopes);
      else if (part.kind === 'value') out += shown(lookUp(part.name, scopes), part.raw);
      else out += renderSection(part, lookUp(part.name, scopes), scopes);
    }
    return out;
  };
  const renderSection = (
    part: Part & { kind: 'section' },
    value: ViewValue,
    scopes: readonly ViewValue[],
  ): string => {
    const elements = isList(value) ? value : isSet(value) ? [value] : [];
    if (part.inverted) return elements.length === 0 ? render(part.parts, scopes) : '';
    return elements.map((element) => render(part.parts, [...scopes, element])).join('');
  };
  return (name, view) => render(partsOf(name), [view]);
}

/** Escapes text for HTML and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function parse(name: string, text: string): Part[] {
  const root: Part[] = [];
  const open: { name: string; parts: Part[] }[] = [{ name: '', parts: root }];
  let end = 0;
  for (const match of text.matchAll(/\{\{\{([^}]+)\}\}\}|\{\{([#^/>]?)\s*([^}]+)\}\}/g)) {
    const parts = open.at(-1)?.parts ?? root;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    const [, raw, sign = '', plain = ''] = match;
    const tag = (raw ?? plain).trim();
    if (sign === '#' || sign === '^') {
      const section: Part = { kind: 'section', name: tag, inverted: sign === '^', parts: [] };
      parts.push(section);
      open.push({ name: tag, parts: section.parts });
    } else if (sign === '/') {
      if (open.pop()?.name !== tag)
        throw new Error(`The template "${name}" closes "${tag}", which is not open.`);
    } else if (sign === '>') parts.push({ kind: 'partial', name: tag });
    else parts.push({ kind: 'value', name: tag, raw: raw !== undefined });
  }
  if (open.length !== 1) throw new Error(`The template "${name}" leaves "${open.at(-1)?.name}" open.`);
  root.push({ kind: 'text', text: text.slice(end) });
  return root;
}

function lookUp(name: string, scopes: readonly ViewValue[]): ViewValue {
  if (name === '.') return scopes.at(-1);
  const [first = '', ...rest] = name.split('.');
  const scope = scopes.findLast((candidate) => isView(candidate) && Object.hasOwn(candidate, first));
  return [first, ...rest].reduce<ViewValue>((value, key) => (isView(value) ? value[key] : undefined), scope);
}

function shown(value: ViewValue, raw: boolean): string {
  if (value === null || value === undefined || typeof value === 'object') return '';
  return raw ? String(value) : escapeHtml(String(value));
}

function isList(value: ViewValue): value is readonly ViewValue[] {
  return Array.isArray(value);
}

function isView(value: ViewValue): value is View {
  return typeof value === 'object' && value !== null && !isList(value);
}

function isSet(value: ViewValue): boolean {
  return value !== null && value !== undefined && value !== false && value !== '';
}

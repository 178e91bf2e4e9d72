import { isTag, type Element } from 'domhandler';
import { escapeIdentifier } from '../../electron/extract/analyze/names.ts';

const classesOf = ({ attribs }: Element): string[] =>
  (attribs['class'] ?? '').split(/\s+/).filter((name) => name !== '');

/** The selector that "Copy selector" of Chrome's developer tools gives for an element. */
export function devtoolsPath(element: Element): string {
  const steps: string[] = [];
  for (let each: Element | null = element; each !== null;) {
    const { id } = each.attribs;
    if (id !== undefined && id !== '') return [`#${escapeIdentifier(id)}`, ...steps].join(' > ');
    if (each.name === 'body' || each.name === 'head' || each.name === 'html')
      return [each.name, ...steps].join(' > ');
    steps.unshift(stepOf(each, each === element));
    each = each.parent !== null && isTag(each.parent) ? each.parent : null;
  }
  return steps.join(' > ');
}

/** The name; with the classes where siblings have the same name, or the place among all children where the classes do not tell either. */
function stepOf(element: Element, isTarget: boolean): string {
  const siblings = (element.parent?.children ?? []).filter(isTag);
  const namesakes = siblings.filter((each) => each !== element && each.name === element.name);
  const own = classesOf(element);
  const isAmbiguous = namesakes.some((each) => {
    const theirs = new Set(classesOf(each));
    return own.every((name) => theirs.has(name));
  });
  const name = escapeIdentifier(element.name);
  const { type } = element.attribs;
  const isPlainInput =
    isTarget && element.name === 'input' && type !== undefined && type !== '' && own.length === 0;
  const tag = isPlainInput ? `${name}[type="${escapeIdentifier(type)}"]` : name;
  if (isAmbiguous) return `${tag}:nth-child(${siblings.indexOf(element) + 1})`;
  return namesakes.length > 0 ? tag + own.map((each) => `.${escapeIdentifier(each)}`).join('') : tag;
}

import { readCss } from '../../../shared/selectors/read-css.ts';
import { entriesOf, memberOf } from '../../../shared/spider/plain.ts';
import { bare } from '../draft.ts';
import type { Notes } from '../report.ts';
import { textFrom } from '../values.ts';
import { isElement, isLink, type Selector } from './selectors.ts';

type Path = readonly (string | number)[];

/** A selector of elements within which others select; "_parent_" is the element itself. */
export const within = (css: string, rest: string): string => {
  const target = css === '_parent_' || css === '' ? '' : css;
  // Each alternative of a list has the ending.
  return rest === ''
    ? target
    : alternatives(target)
        .map((one) => `${one}${rest}`)
        .join(', ');
};

/** The alternatives of a list of selectors. */
function alternatives(css: string): string[] {
  if (!css.includes(',')) return [css];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = '';
  for (let index = 0; index < css.length; index += 1) {
    const sign = css.charAt(index);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(css.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...parts, css.slice(start).trim()].filter((part) => part !== '');
}

/** The processors for the regex of a selector, which keeps the whole match. */
function processorsOf({ regex, type }: Selector): { processors?: object[] } {
  const processors: object[] = [];
  if (type === 'SelectorText' || type === 'SelectorGroup') processors.push({ type: 'collapse' });
  if (type === 'SelectorImage') processors.push({ type: 'urljoin' });
  if (regex !== '') processors.push({ type: 'regex', pattern: regex, group: 0 });
  return processors.length === 0 ? {} : { processors };
}

/** Makes the fields of selectors, with what stands within them. */
export class Fields {
  readonly #children: (id: string) => Selector[];
  readonly #notes: Notes;

  constructor(children: (id: string) => Selector[], notes: Notes) {
    this.#children = children;
    this.#notes = notes;
  }

  /** The fields of the selectors below a parent. @param above the parents on the way, against circles */
  below(id: string, at: Path, above: readonly string[] = []): Record<string, unknown> {
    const fields = bare<unknown>();
    for (const selector of this.#children(id)) {
      const field = this.#field(selector, [...at, selector.id], [...above, id]);
      if (field === null) continue;
      this.#notes.from([...at, selector.id], selector.place);
      fields[selector.id] = field;
    }
    return fields;
  }

  #field(selector: Selector, at: Path, above: readonly string[]): object | null {
    const { css, type, multiple, place, given } = selector;
    const here = at.join('.');
    const many = multiple ? { get_all: true } : {};
    const read = (ending: string): object => ({
      css: within(css, ending),
      ...many,
      ...processorsOf(selector),
    });
    switch (type) {
      case 'SelectorText':
        if (css === '' || css === '_parent_') return this.#kept(place, here, read('::text'));
        if (multiple) {
          this.#notes.changed(
            place,
            here,
            'The text of each element is taken where it stands in the element itself.',
          );
          return read('::text');
        }
        return this.#kept(place, here, { css, to_text: true, ...processorsOf(selector) });
      case 'SelectorHTML':
        return this.#kept(place, here, {
          css: css === '_parent_' ? ':scope' : css,
          ...many,
          ...processorsOf(selector),
        });
      case 'SelectorElementAttribute': {
        const attribute = typeof given.extractAttribute === 'string' ? given.extractAttribute : '';
        return this.#kept(place, here, read(`::attr(${attribute})`));
      }
      case 'SelectorImage':
        return this.#kept(place, here, {
          ...read('::attr(src)'),
          ...(given.downloadImage === true ? { download: true } : {}),
        });
      case 'SelectorGroup':
        return this.#group(selector, here);
      case 'SelectorTable':
        return this.#table(selector, at);
      default:
        if (isElement(selector)) return this.#nested(selector, at, above);
        if (!isLink(selector)) this.#notes.lost(place, `There is no equal of ${type}.`);
        return null;
    }
  }

  #kept(place: string, here: string, field: object): object {
    this.#notes.kept(place, here);
    return field;
  }

  #group(selector: Selector, here: string): object {
    const attribute = selector.given.extractAttribute;
    const ending = typeof attribute === 'string' && attribute !== '' ? `::attr(${attribute})` : '::text';
    this.#notes.changed(selector.place, here, 'Its values are a list of texts.');
    return { css: within(selector.css, ending), get_all: true, ...processorsOf(selector) };
  }

  /** A table is a list of its rows; a column is a cell at its place. */
  #table({ css, given, place }: Selector, at: Path): object {
    const columns = entriesOf(given.columns);
    const extract = bare<unknown>();
    for (const [index, column] of columns.entries()) {
      const name = memberOf(column, 'name');
      const header = memberOf(column, 'header');
      const title = typeof name === 'string' && name !== '' ? name : header;
      if (typeof title !== 'string' || title === '' || memberOf(column, 'extract') === false) continue;
      extract[title] = { css: `td:nth-child(${index + 1}), th:nth-child(${index + 1})`, to_text: true };
      this.#notes.from([...at, 'extract', title], `${place}.columns[${index}]`);
    }
    const rows =
      typeof given.tableDataRowSelector === 'string' && given.tableDataRowSelector !== ''
        ? given.tableDataRowSelector
        : 'tr';
    this.#notes.changed(
      place,
      at.join('.'),
      'Its rows are entries of a list, and its columns are found by their place, not by their header.',
    );
    const selector =
      rows === 'tr'
        ? alternatives(css)
            .map((one) => `${one} tr:has(td)`)
            .join(', ')
        : alternatives(css)
            .map((one) => `${one} ${rows}`)
            .join(', ');
    return { type: 'nested_list', selector, extract };
  }

  #nested(selector: Selector, at: Path, above: readonly string[]): object | null {
    const { id, css, type, place, multiple } = selector;
    if (above.includes(id)) {
      this.#notes.lost(place, 'It stands within itself; only one level of it is read.');
      return null;
    }
    const extract = this.below(id, [...at, 'extract'], above);
    if (Object.keys(extract).length === 0) {
      this.#notes.lost(place, 'Nothing is selected within it.');
      return null;
    }
    this.acts(selector);
    if (readCss(css).ok && type === 'SelectorElement') {
      if (multiple) this.#notes.kept(place, at.join('.'));
      else
        this.#notes.changed(
          place,
          at.join('.'),
          'It is a list, and every element that is selected is an entry.',
        );
    }
    return { type: 'nested_list', selector: css, extract };
  }

  /** Says what is done to a page before its elements are taken. */
  acts({ type, place, given }: Selector): void {
    if (type === 'SelectorElementClick') {
      this.#notes.changed(
        `${place}.clickElementSelector`,
        'settings.BROWSER_ACTIONS',
        `The browser clicks ${textFrom(given.clickElementSelector)} on every page of the crawl that has it.`,
      );
    } else if (type === 'SelectorElementScroll') {
      this.#notes.changed(place, 'settings.INFINITE_SCROLL', 'The browser scrolls every page of the crawl.');
    }
  }
}

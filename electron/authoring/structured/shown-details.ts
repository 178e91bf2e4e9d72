import type { Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { normalizeSpace } from '../../extract/text.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { DescribedTree } from '../tree.ts';
import { calledBy } from '../values/words.ts';
import { sharedWords, type PageNames } from './page-names.ts';

const descriptionNames =
  / (?:description|desc|longdesc|beschreibung|produktbeschreibung|descripcion|descripción|descrizione|descricao|descrição|omschrijving|opis|popis|leiras|leírás|descriere|beskrivelse|beskrivning|kuvaus|описание) /;

/** The fewest and the most characters of a description. */
const shortest = 60;
const longest = 20_000;

/** The element below the heading that is called a description, the innermost of several around each other; null: none. */
export function findDescription({ elements }: DescribedTree, { heading }: PageNames): Element | null {
  let found: { element: Element; end: number } | null = null;
  for (const { element, text, link, at, end } of elements) {
    if (at < (heading?.at ?? 0) || text < shortest || text > longest || link > text / 2) continue;
    if (found !== null && at > found.end) break;
    const { id = '', class: classes = '', itemprop = '' } = element.attribs;
    if (descriptionNames.test(calledBy([id, classes, itemprop]))) found = { element, end };
  }
  return found?.element ?? null;
}

/** The least share of words of the name that the alternative text of a picture of the thing has. */
const leastShared = 0.6;

/** The first picture whose alternative text is the name of the thing, with the attribute of its address; null: none. */
export function findPicture(
  { elements }: DescribedTree,
  { heading }: PageNames,
): { element: Element; attribute: string } | null {
  if (heading === null) return null;
  const name = normalizeSpace(textOf(heading.element));
  for (const { element } of elements) {
    if (element.name !== 'img' || sharedWords(name, element.attribs['alt'] ?? '') < leastShared) continue;
    const attribute = ['data-zoom-image', 'data-src', 'data-original', 'src'].find((key) => {
      const address = element.attribs[key] ?? '';
      return address !== '' && !address.startsWith('data:');
    });
    if (attribute !== undefined) return { element, attribute };
  }
  return null;
}

/** Fields that take the way to a page from the part that is called a breadcrumb, of which one fits most pages. */
export const breadcrumbs: readonly FieldExtract[] = [
  '[class*="breadcrumb" i]',
  '[id*="breadcrumb" i]',
  '[aria-label*="breadcrumb" i]',
].map((css) => ({ css: `${css} a::text`, get_all: true, processors: [{ type: 'collapse' }] }));

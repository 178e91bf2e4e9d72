import type { Element } from 'domhandler';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import { availabilityOf } from '../values/availability.ts';
import { calledBy } from '../values/words.ts';
import { shortText } from './short-text.ts';

const names =
  / (?:availability|available|avail|stock|instock|inventory|outofstock|soldout|sold|verfügbarkeit|verfuegbarkeit|lager|lieferstatus|lieferzeit|disponibilite|disponibilidad|disponibilità|disponibilita|disponibilidade|dostepnosc|dostupnost|voorraad|lagerstatus|saatavuus|stok|наличие) /;

/** The most characters of a text that says whether a product is available, in an element of such a name and in any other. */
const longest = 60;
const longestPlain = 30;

/** Finds the elements below the heading of a product that say whether it is available, those with a telling name first. */
export function findAvailability({ elements }: DescribedTree, heading: ElementFacts | null): Element[] {
  const named: Element[] = [];
  const plain: Element[] = [];
  for (const facts of elements) {
    const { element, text, at, links } = facts;
    if (at < (heading?.at ?? 0) || text < 3 || text > longest || links > 0) continue;
    const { class: classes = '', id = '' } = element.attribs;
    const isNamed = names.test(calledBy([classes, id]));
    if (!isNamed && (plain.length > 0 || text > longestPlain)) continue;
    if (element.name === 'button' || element.name === 'option') continue;
    if (availabilityOf(shortText(facts)) === null) continue;
    (isNamed ? named : plain).push(element);
    if (named.length > 0) break;
  }
  return [...named, ...plain];
}

import { isTag, type Element } from 'domhandler';
import type { MetadataSources } from '../sources.ts';
import type { AuthorCandidate } from './author-candidate.ts';
import { cleanNames, isFullName } from './person.ts';
import type { Spot } from './scan.ts';
import { allInside, firstInside, firstLine, startOfText } from './short-walk.ts';

const strongClass =
  /(?:^|[^a-z])(?:author|byline|autor|writer|auteur)(?:s?[_-]*(?:name|link|fullname|title-link|info-name))?(?:$|[^a-z])/i;
const nameClass =
  /author[_-]*(?:full)?name|byline[_-]*(?:author|name)|name[_-]*author|p-author|author-?link|authorname|autor-?name/i;
const notNameClass =
  /bio|avatar|image|img|photo|pic(?:ture)?(?:$|[^a-z])|social|follow|count|desc|job(?!b)|role|position|date|time|comment|about|email|share|excerpt|tooltip|icon|authoriz|authorit|quote|zitat|review|rating|testimonial|box|(?<!v)card|topic|categor|read-?time|wrapper-date|disclosure|more|all/i;

/** Whether an element contains only a name: a link to the page of the author, or an element with a matching name. */
function holdsName({ name, attribs }: Element): boolean {
  const { class: classes = '', itemprop = '', rel = '', href = '' } = attribs;
  return (
    /\bname\b/.test(itemprop) ||
    /\bauthor\b/.test(rel) ||
    nameClass.test(classes) ||
    (name === 'a' && /author|autor|profil|people|staff|team|contributor/i.test(href)) ||
    /(?:^|[\s_]|(?<!field)-)(?:name|fn|n)(?:$|[\s_-])/.test(classes)
  );
}

const maxName = 60;
/** A longer byline has more than names: a role, headlines of other articles. */
const longByline = 60;

/** Returns the text of the only element in a byline that contains just a name, or else the text of the byline. */
function textAt({ element }: Spot): string {
  const content = element.attribs['content'];
  if (content !== undefined && content !== '') return content;
  const text = startOfText(element, 400);
  const inner = allInside(element, holdsName)
    .map((one) => startOfText(one, 400))
    .filter((name) => cleanNames(name) !== null);
  const [first] = inner;
  if (first === undefined && element.name === 'a' && text.length > longByline) {
    const top = firstLine(element, maxName);
    if (isFullName(cleanNames(top) ?? '')) return top;
  }
  if (first === undefined || (new Set(inner).size > 1 && text.length <= longByline)) return text;
  return first;
}

/** Change of the score by the place: higher near the title, lower far from it and in parts about other pages. */
function nearness(spot: Spot, { places, scan }: MetadataSources): number {
  const distance = places.distance(spot);
  if (places.isForeign(spot))
    return distance < 400 && spot.offset >= places.titleOffset && places.hasHeading ? -15 : -60;
  if (distance < 600) return 8;
  if (distance < 2500) return 0;
  return distance > 0.8 * scan.length ? -18 : -10;
}

/** Finds names in elements that markup marks as the author: microdata, links to authors, class names. */
export function authorsInElements(sources: MetadataSources): AuthorCandidate[] {
  const { scan } = sources;
  const found: AuthorCandidate[] = [];
  const add = (spot: Spot, base: number, kind: string): void => {
    const text = textAt(spot);
    if (text.length === 0 || text.length > 250) return;
    const { class: classes = '' } = spot.element.attribs;
    found.push({
      name: text,
      score: base + nearness(spot, sources),
      group: `${kind} ${classes.slice(0, 60)}`,
      offset: spot.offset,
    });
  };
  for (const spot of scan.properties) {
    if (isInPicture(spot.element)) continue;
    const names = `${spot.element.attribs['itemprop'] ?? ''} ${spot.element.attribs['property'] ?? ''}`;
    if (/\b(?:author|creator)\b/.test(names) && !isInReview(spot.element))
      add({ ...spot, element: propertyName(spot.element) }, 78, 'itemprop');
  }
  for (const spot of scan.authorLinks) {
    if (!isOwnLink(spot.element, sources.url)) continue;
    const isRel = /\bauthor\b/i.test(spot.element.attribs['rel'] ?? '');
    if (!isRel && nearness(spot, sources) <= 0 && !isFullName(startOfText(spot.element, maxName))) continue;
    add(spot, isRel ? 74 : 58, isRel ? 'rel' : 'link');
  }
  for (const spot of scan.authors) {
    const {
      class: classes = '',
      id = '',
      'data-testid': test = '',
      'data-component': component = '',
    } = spot.element.attribs;
    const hints = `${classes} ${id} ${test} ${component}`;
    if (notNameClass.test(hints) || spot.element.name === 'h1') continue;
    const base = nameClass.test(hints) ? 72 : strongClass.test(hints) ? 68 : 46;
    add(spot, base, 'class');
  }
  return found;
}

/** Whether a link stays on the site: links to accounts elsewhere contain icons and names of services. */
function isOwnLink({ attribs }: Element, url: string | null): boolean {
  const base = url === null ? null : URL.parse(url);
  const target = URL.parse(attribs['href'] ?? '', base?.href);
  if (target === null || base === null) return true;
  const site = (host: string): string => host.split('.').slice(-2).join('.');
  return (
    site(target.hostname) === site(base.hostname) &&
    !/log-?in|sign-?(?:in|up)|register|account|edit/i.test(target.pathname)
  );
}

/** For microdata, returns the `name` property inside the author item, if there is one. */
function propertyName(element: Element): Element {
  const isName = ({ attribs }: Element): boolean =>
    /\bname\b/.test(`${attribs['itemprop'] ?? ''} ${attribs['property'] ?? ''}`);
  return firstInside(element, isName) ?? element;
}

/** Whether an element is in a picture with its caption, whose author is who took it. */
function isInPicture(element: Element): boolean {
  let node: Element | null = element;
  for (let steps = 0; node !== null && steps < 6; steps += 1) {
    if (/^fig(?:ure|caption)$/.test(node.name) || /(?:Image|Photo)/.test(node.attribs['itemtype'] ?? ''))
      return true;
    node = node.parent !== null && isTag(node.parent) ? node.parent : null;
  }
  return false;
}

/** Whether an element is in a comment or a customer review, whose author is not the author of the page. */
function isInReview(element: Element): boolean {
  let node = element.parent;
  for (let steps = 0; node !== null && steps < 30; steps += 1) {
    if (isTag(node)) {
      const { itemtype = '', itemprop = '' } = node.attribs;
      if (
        /(?:Comment|Answer|UserComments)$/.test(itemtype) ||
        /\b(?:comment|review|suggestedAnswer)\b/.test(itemprop)
      )
        return true;
    }
    node = node.parent;
  }
  return false;
}

import type { ElementFacts } from '../tree.ts';

/** What the names of an element say about the controls in it. */
export interface BoxSigns {
  /** It holds a pager. */
  readonly pager: boolean;
  /** It leads to the next article, thread or post. */
  readonly article: boolean;
  /** It turns pictures or slides. */
  readonly carousel: boolean;
  readonly calendar: boolean;
  /** It is a menu, a row of tabs, or a dialog. */
  readonly menu: boolean;
  /** It is a header, footer, side bar or navigation of the site. */
  readonly frame: boolean;
}

const pager =
  /pag(?:er|ing|ina|enav|elink|enum)|page[-_]?(?:num|nav|list|link|bar|box|control|select|item|turn)|(?:^|[\s_-])pages?(?:$|[\s_-]nav|[\s_-]num)|pagi|nav[-_]?links|nav[-_](?:below|above|previous|next|paging)|load[-_]?more|show[-_]?more|pages$|posts[-_]nav|older|newer|seitenzahl/;
const article =
  /post[-_]?nav|nav[-_]?single|single[-_]?nav|post[-_]?navigation|entry[-_]?nav|article[-_]?nav|adjacent|(?:next|prev(?:ious)?)[-_]?(?:post|article|story|thread|topic|entry)|(?:post|article|story|thread|topic|entry)[-_]?(?:next|prev)|read[-_]?next|related/;
const carousel =
  /carousel|slick|swiper|slider|slide(?:s|show)?(?:$|[\s_-])|owl[-_]|flexslider|flickity|glide|splide|bx[-_]|lightbox|gallery|ticker|marquee|rotator|banner|nivo|rev_slider|(?:^|[\s_-])tns|rolling|flex-control|jcarousel|scroller/;
const calendar = /calendar|datepicker|(?:^|[\s_-])(?:month|cal|week|days?)(?:$|[\s_-])|wp-calendar/;
const menu =
  /(?:^|[\s_-])tabs?(?:$|[\s_-])|tablist|accordion|dropdown|(?:^|[\s_-])menu|modal|popup|wizard|tooltip|breadcrumb/;
const frame =
  /(?:^|[\s_-])(?:site)?(?:header|footer|sidebar|navbar|topbar|masthead|widget|aside)(?:$|[\s_-])/;

/** What was read of names. Few different ones stand on the pages of a site. */
const known = new Map<string, BoxSigns>();
const maxKnown = 5000;

/** Reads the name, classes, id, role and label of an element. */
export function boxSigns(facts: ElementFacts): BoxSigns {
  const { name, attribs } = facts.element;
  const written = [
    attribs['class'],
    attribs['id'],
    attribs['role'],
    attribs['aria-label'],
    attribs['data-testid'],
  ]
    .filter((value) => value !== undefined)
    .join(' ')
    .slice(0, 300);
  const key = `${name} ${written}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const words = written.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  const isNavigation = name === 'nav' && !pager.test(words);
  const signs: BoxSigns = {
    pager: pager.test(words),
    article: article.test(words),
    carousel: carousel.test(words),
    calendar: calendar.test(words) || name === 'caption',
    menu: menu.test(words) && !pager.test(words),
    frame: name === 'header' || name === 'footer' || name === 'aside' || isNavigation || frame.test(words),
  };
  if (known.size >= maxKnown) known.clear();
  known.set(key, signs);
  return signs;
}

/** What the names of a control, of the icons in it and of the boxes that hold it alone say about it. */
export interface OwnSigns {
  readonly next: boolean;
  readonly previous: boolean;
  readonly last: boolean;
  readonly more: boolean;
  readonly disabled: boolean;
}

const split = (words: string): string =>
  ` ${words
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')} `;

const nextSign = / (?:next|nxt|forward|nextpage|nextpostslink|older) /;
const previousSign = / (?:prev|previous|back|prevpage|previouspostslink|newer|pre) /;
/** "Right" alone is where a box floats; with one of these it is an arrow. */
const rightSign =
  / (?:arrow|chevron|angle|caret|icon|arr|triangle) (?:[a-z]+ )?right | right (?:arrow|chevron|icon) /;
const leftSign =
  / (?:arrow|chevron|angle|caret|icon|arr|triangle) (?:[a-z]+ )?left | left (?:arrow|chevron|icon) /;
const lastSign = / (?:last|end|lastpage) /;
const moreSign = / (?:load|show|view|see|infinite) ?more | loadmore | showmore | viewmore /;
const disabledSign = / (?:disabled|inactive|off|disable|hidden) /;

const telling =
  /next|nxt|forward|older|right|prev|back|newer|left|last|end|more|disable|inactive|off|hidden|pre/i;

/** The name of a picture in its address, which is read up to a length: pictures may be written out in it. */
const pictureName = /([^/]{1,60})\.(?:png|gif|svg|jpe?g|webp)/i;
const maxSource = 500;

/** Reads the names of a control. */
export function ownSigns(facts: ElementFacts, elements: readonly ElementFacts[]): OwnSigns {
  const words: string[] = [];
  const add = ({ element: { attribs } }: ElementFacts): void => {
    words.push(
      attribs['class'] ?? '',
      attribs['id'] ?? '',
      attribs['data-testid'] ?? '',
      attribs['name'] ?? '',
    );
    const { src } = attribs;
    const picture = src === undefined ? undefined : pictureName.exec(src.slice(0, maxSource))?.[1];
    if (picture !== undefined) words.push(picture);
  };
  for (let at = facts.at; at <= Math.min(facts.end, facts.at + 5); at += 1) {
    const inside = elements[at];
    if (inside !== undefined) add(inside);
  }
  for (let node = facts; ;) {
    const parent = elements[node.parent];
    if (
      parent === undefined ||
      parent.end !== node.end ||
      parent.at !== node.at - 1 ||
      parent.text !== facts.text
    )
      break;
    add(parent);
    node = parent;
  }
  const { attribs } = facts.element;
  const written = words.join(' ').slice(0, 400);
  // Most names say nothing of a pager.
  const all = telling.test(written) ? split(written) : '';
  const previous = previousSign.test(all) || leftSign.test(all);
  return {
    next: nextSign.test(all) || (rightSign.test(all) && !previous),
    previous,
    last: lastSign.test(all),
    more: moreSign.test(all),
    disabled:
      disabledSign.test(all) || attribs['disabled'] !== undefined || attribs['aria-disabled'] === 'true',
  };
}

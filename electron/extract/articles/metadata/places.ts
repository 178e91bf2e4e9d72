import type { AnyNode, Element } from 'domhandler';
import { isNamedAside, type PageScan, type Spot } from './scan.ts';

/** How the places of a page stand to its title: the byline and the date of an article are near it. */
export interface Places {
  /** Where the title's heading begins; 0 where there is none. */
  titleOffset: number;
  hasHeading: boolean;
  /** Whether the spot stands in comments, navigation or parts about other pages. */
  isForeign(spot: Spot): boolean;
  /** Characters of text between the title and the spot; what stands above the title counts double. */
  distance(spot: Spot): number;
}

function ancestorsOf(element: Element | null): ReadonlySet<AnyNode> {
  const ancestors = new Set<AnyNode>();
  let node: AnyNode | null = element;
  for (let steps = 0; node !== null && steps < 200; steps += 1) {
    ancestors.add(node);
    node = node.parent;
  }
  return ancestors;
}

/** A part with more of the page's text than this share is the page, whatever it is called. */
const largest = 0.6;

/** Characters below the title within which an unnamed aside belongs to the article: it sets the byline apart. */
const bylineReach = 600;

/** Places around the heading of the title. A part that holds the heading is no part about other pages, whatever it is called. */
export function createPlaces(scan: PageScan, heading: Element | null): Places {
  const around = ancestorsOf(heading);
  const line = scan.headings.find(({ element }) => element === heading);
  // A heading at the end of a page is none of the page.
  const hasHeading =
    line !== undefined && (heading?.name === 'h1' || line.offset < 600) && line.offset <= scan.length * 0.7;
  const titleOffset = hasHeading ? line.offset : 0;
  const distance = ({ offset }: Spot): number =>
    offset >= titleOffset ? offset - titleOffset : (titleOffset - offset) * 2;
  return {
    titleOffset,
    hasHeading,
    isForeign: (spot) => {
      const { aside, offset } = spot;
      if (aside === null || around.has(aside)) return false;
      if ((scan.asideLengths.get(aside) ?? 0) >= largest * Math.max(1, scan.length)) return false;
      const isByline = hasHeading && offset >= titleOffset && distance(spot) < bylineReach;
      return !isByline || isNamedAside(aside);
    },
    distance,
  };
}

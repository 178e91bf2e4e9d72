import type { AnyNode, Element } from 'domhandler';
import { isNamedAside, type PageScan, type Spot } from './scan.ts';

/** Distances of places from the title. The byline and the date of an article are near it. */
export interface Places {
  /** Start of the heading with the title; 0: none. */
  titleOffset: number;
  hasHeading: boolean;
  /** Whether a place is in comments, navigation or parts about other pages. */
  isForeign(spot: Spot): boolean;
  /** Characters of text between the title and a place; counts double above the title. */
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

/** A part with more than this share of the text is the page itself, whatever its names. */
const largest = 0.6;

/** Characters below the title within which an `aside` without a name belongs to the article, for example with the byline. */
const bylineReach = 600;

/** Computes distances from the heading. A part with the heading is never about other pages, whatever its names. */
export function createPlaces(scan: PageScan, heading: Element | null): Places {
  const around = ancestorsOf(heading);
  const line = scan.headings.find(({ element }) => element === heading);
  // A heading at the end is not the heading of the page.
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

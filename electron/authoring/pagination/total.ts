import { isText } from 'domhandler';
import { asciiDigits } from '../../extract/text.ts';
import { walk } from '../../extract/walk.ts';
import type { PagerPage } from './features.ts';
import type { NumberRun } from './numbers.ts';
import type { NumberSlot } from './url-step.ts';

/** Characters of the box of a pager that are read. */
const maxText = 400;
const ofTotal =
  /(?<!\d)(\d{1,6})\s*(?:of|von|de|di|van|af|av|из|із|z|of the|sur|\/|από|dari|trên|共|中)\s*(\d{1,6})(?!\d)|共\s*(\d{1,6})\s*[页頁]|총\s*(\d{1,6})\s*페이지/iu;

/**
 * Number of pages of the list: by the text of the pager ("Page 2 of 17"), by the link to the last page, or by its numbers if
 * they leave some out. Null: the page does not tell.
 */
export function pageTotal(
  page: PagerPage,
  { hasNext, slot }: { hasNext: boolean; slot: NumberSlot | null },
): number | null {
  const [run] = page.runs;
  const last = lastControl(page, slot);
  if (run === undefined) return last;
  const highest = Math.max(run.current ?? 0, ...run.links.map(({ number }) => number));
  const said = ofTotal.exec(asciiDigits(spacedText(run)));
  const total = Number(said?.[2] ?? said?.[3] ?? said?.[4] ?? 0);
  if (total >= highest && Number(said?.[1] ?? run.current ?? 1) === (run.current ?? Number(said?.[1] ?? 1)))
    return total;
  if (!hasNext) return highest;
  return Math.max(last ?? 0, leavesOut(run, highest) ? highest : 0) || null;
}

/** Whether the highest number stands apart from those before it, as the last page does. */
function leavesOut({ links, current }: NumberRun, highest: number): boolean {
  return !links.some(({ number }) => number === highest - 1) && current !== highest - 1 && links.length > 1;
}

/** The number that the link to the last page has in its address. */
function lastControl({ controls, runs }: PagerPage, slot: NumberSlot | null): number | null {
  for (const { label, names, step } of controls) {
    const says = label.direction === 'last' || names.some(({ direction }) => direction === 'last');
    if (!says || step?.kind !== 'number' || slot === null || step.slot.name !== slot.name) continue;
    // An offset is no number of a page.
    const shift = runs[0]?.links.find(({ control }) => control.step?.kind === 'number');
    const own = shift?.control.step;
    if (shift !== undefined && own?.kind === 'number' && own.to !== shift.number) return null;
    if (step.to > 1) return step.to;
  }
  return null;
}

/** The texts of the box of a pager, kept apart from each other. */
function spacedText({ box }: NumberRun): string {
  let text = '';
  walk(box.element, {
    enter(node) {
      if (text.length > maxText) return false;
      if (isText(node)) text += `${node.data} `;
      return true;
    },
  });
  return text;
}

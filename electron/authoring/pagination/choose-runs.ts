import type { NumberRun } from './numbers.ts';
import { boxSigns } from './signs.ts';
import { markedNumber } from './url-step.ts';

/** The sequences that number the pages of this page, and not those of a thread in it or of another list. */
export function ownRuns(runs: readonly NumberRun[]): NumberRun[] {
  const related = runs.filter(isRelated);
  if (related.length > 0) return related;
  const rest = runs.filter(isPagerByItself);
  const bases = new Set(rest.map(baseOf));
  return bases.size === 1 ? rest : [];
}

/** Whether most of its links differ from the page in a number alone. */
function isRelated({ links }: NumberRun): boolean {
  const steps = links.filter(
    ({ control: { step, url } }) =>
      (url === null && step === null) ||
      step?.kind === 'number' ||
      step?.kind === 'dropped' ||
      step?.kind === 'same',
  );
  return steps.length * 2 > links.length;
}

/** Whether its addresses tell that they are pages of a list though they differ from the page in more than a number. */
function isPagerByItself({ links, box, current, linear }: NumberRun): boolean {
  if (!linear) return false;
  const named = links.some(({ control: { url } }) => url !== null && markedNumber(url) !== null);
  if (named) return boxSigns(box).pager || current !== null;
  const sameFile = links.every(
    ({ control: { url, step } }) => url === null || (step?.kind === 'other' && step.sameFile),
  );
  return sameFile && current !== null && links.length > 1;
}

function baseOf({ links }: NumberRun): string {
  const url = links.findLast(({ control }) => control.url !== null)?.control.url ?? null;
  return url === null ? '' : `${url.host}${url.pathname.replaceAll(/\d+/g, '')}`;
}

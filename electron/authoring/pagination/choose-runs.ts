import type { NumberRun } from './numbers.ts';
import { boxSigns } from './signs.ts';
import { markedNumber } from './url-step.ts';

/** The sequences that number the pages of this page, and not those of a thread in it or of another list. */
export function ownRuns(runs: readonly NumberRun[]): NumberRun[] {
  const related = runs.filter(isRelated);
  if (related.length > 0) return related;
  const rest = runs.filter(isNamed);
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

/** Whether the addresses name the number of a page by themselves, in a box that is a pager. */
function isNamed({ links, box, current, linear }: NumberRun): boolean {
  const named = links.filter(({ control: { url } }) => url !== null && markedNumber(url) !== null);
  return named.length > 0 && linear && (boxSigns(box).pager || current !== null);
}

function baseOf({ links }: NumberRun): string {
  const url = links.findLast(({ control }) => control.url !== null)?.control.url ?? null;
  return url === null ? '' : `${url.host}${url.pathname.replaceAll(/\d+/g, '')}`;
}

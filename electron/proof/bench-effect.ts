import { counted } from '../../shared/counted.ts';
import type { JsonValue } from '../../shared/json-value.ts';
import { passes, type Cell } from './bench.ts';

/** What an edit does to a field: on how many pages. Verbs are those of the sentence. */
export interface EditEffect {
  verb: 'fills' | 'mends' | 'adds' | 'breaks' | 'empties' | 'drops' | 'changes';
  name: string;
  pages: number;
}

const verbs: readonly EditEffect['verb'][] = [
  'fills',
  'mends',
  'adds',
  'breaks',
  'empties',
  'drops',
  'changes',
];

/** Effects that a sentence names. */
const maxNamed = 4;

/** What an edit does to the grid. @param before cells of the spider without the edit @param after with it, of the same pages */
export function effectsOf(before: readonly Cell[], after: readonly Cell[]): EditEffect[] {
  const keyOf = ({ page, kind, name }: Cell): string => `${page} ${kind} ${name}`;
  const known = new Map(before.map((cell) => [keyOf(cell), cell]));
  const now = new Map(after.map((cell) => [keyOf(cell), cell]));
  const effects = new Map<string, EditEffect>();
  for (const key of new Set([...known.keys(), ...now.keys()])) {
    const [was, is] = [known.get(key) ?? null, now.get(key) ?? null];
    const verb = verbOf(was, is);
    const name = (is ?? was)?.name;
    if (verb === null || name === undefined) continue;
    const effect = effects.get(`${verb} ${name}`) ?? { verb, name, pages: 0 };
    effects.set(`${verb} ${name}`, { ...effect, pages: effect.pages + 1 });
  }
  return [...effects.values()].toSorted((a, b) => verbs.indexOf(a.verb) - verbs.indexOf(b.verb));
}

function verbOf(was: Cell | null, is: Cell | null): EditEffect['verb'] | null {
  if (is === null) return 'drops';
  if (was === null) return is.filled > 0 ? 'adds' : null;
  if (is.locked) {
    if (passes(was.state) !== passes(is.state)) return passes(is.state) ? 'mends' : 'breaks';
    if (passes(is.state) && is.counts.filled > was.counts.filled) return 'fills';
  } else {
    if (is.filled > was.filled) return 'fills';
    if (is.filled < was.filled) return 'empties';
  }
  return valuesOf(is) === valuesOf(was) ? null : 'changes';
}

const valuesOf = ({ rows }: Cell): string =>
  JSON.stringify(rows.flatMap(({ state, got }): JsonValue[] => (state === 'removed' ? [] : [got])));

/**
 * One sentence about an edit, for example "This edit fills price on 2 more pages and breaks sku on 1." Null: it does nothing to any
 * saved page.
 */
export function effectSentence(effects: readonly EditEffect[]): string | null {
  if (effects.length === 0) return null;
  const named = effects.slice(0, maxNamed).map(({ verb, name, pages }, index) => {
    const before = effects[index - 1];
    const what = before?.name === name ? 'it' : name;
    const does = before?.verb === verb ? '' : `${verb} `;
    const more = verb === 'fills' ? 'more ' : '';
    const where = index === 0 ? counted(pages, `${more}page`) : String(pages);
    return `${does}${what} on ${where}`;
  });
  const left = effects.length - named.length;
  if (left > 0) named.push(`affects ${counted(left, 'more field')}`);
  const last = named.pop() ?? '';
  return `This edit ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}.`;
}

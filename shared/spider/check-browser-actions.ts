import { readPattern } from '../patterns/read.ts';
import { readCss } from '../selectors/read-css.ts';
import type { GivenAction } from './actions-schema.ts';
import { actionKinds, actionOptions, type ActionKind } from './browser-actions.ts';
import { validate } from './generated/validate-schema.mjs';
import { entriesOf, isSet, memberOf } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { shorten } from './wording.ts';

const root: Path = ['settings', 'BROWSER_ACTIONS'];

type Refuse = (path: Path, message: string, offset?: number | null) => void;

/**
 * Checks BROWSER_ACTIONS beyond its shape: that each action does one thing, that it can read its other keys, and its selectors and
 * patterns. What is wrong makes the setting unusable, which is a warning.
 *
 * @returns whether the setting can be used
 */
export function checkBrowserActions(document: unknown, report: Report): boolean {
  const given = memberOf(memberOf(document, 'settings'), 'BROWSER_ACTIONS');
  if (!isSet(given) || entriesOf(given).length === 0) return true;
  const actions = inShape(given);
  if (actions === null) return false;
  let isUsable = true;
  const refuse: Refuse = (path, message, offset) => {
    isUsable = false;
    report.warning([...root, ...path], 'setting-unusable', message, {
      offset: offset ?? null,
      hint: 'BROWSER_ACTIONS is stored with the spider, and the crawl uses its default instead.',
    });
  };
  for (const [index, action] of actions.entries()) checkAction(action, index, refuse);
  return isUsable;
}

/** The actions, where the setting has the shape that the schema asks for; else null, and `checkShape` reports why. */
function inShape(given: unknown): readonly GivenAction[] | null {
  const plain: unknown = {
    name: 'x',
    allowed_domains: ['example.org'],
    start_urls: [],
    settings: { BROWSER_ACTIONS: given },
  };
  return validate(plain) ? (plain.settings?.BROWSER_ACTIONS ?? []) : null;
}

function checkAction(action: GivenAction, index: number, refuse: Refuse): void {
  const label = `BROWSER_ACTIONS[${index}]`;
  const kinds = actionKinds.filter((kind) => isSet(action[kind]));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const found = kinds.length === 0 ? 'none of them' : kinds.join(' and ');
    return refuse([index], `${label} must have one of ${actionKinds.join(', ')}; it has ${found}`);
  }
  if (kind === 'fill' && !isSet(action.value)) refuse([index], `value is required in ${label}, which fills`);
  for (const [option, readers] of Object.entries(actionOptions)) {
    if (isSet(memberOf(action, option)) && !readers.includes(kind)) {
      refuse([index, option], `${label} has ${option}, which only ${readers.join(' and ')} reads`);
    }
  }
  checkSelector(action, kind, index, refuse);
  for (const [place, pattern] of (action.on ?? []).entries()) {
    const read = readPattern(pattern);
    if (read.ok) continue;
    const { message, offset } = read.problem;
    refuse([index, 'on', place], `Invalid pattern '${shorten(pattern)}': ${message}`, offset);
  }
}

function checkSelector(action: GivenAction, kind: ActionKind, index: number, refuse: Refuse): void {
  if (kind === 'press' || kind === 'scroll') return;
  const source = action[kind] ?? '';
  const read = readCss(source);
  if (!read.ok) {
    const { message, offset } = read.problem;
    return refuse([index, kind], `Invalid CSS selector '${shorten(source)}': ${message}`, offset);
  }
  if (read.selector.alternatives.every(({ output }) => output.type === 'element')) return;
  const message = `BROWSER_ACTIONS[${index}].${kind} must select elements: '${shorten(source)}'`;
  refuse([index, kind], message, source.indexOf('::'));
}

import { builtInCallback } from '../../../shared/spider/schema.ts';
import { entriesOf, isObject, memberOf, membersOf } from '../../../shared/spider/plain.ts';
import { callbackName, type Draft } from '../draft.ts';
import type { Notes } from '../report.ts';
import { textsOf } from '../values.ts';
import { convertFields } from './fields.ts';

const carried = ['follow', 'priority', 'deny', 'restrict_xpaths', 'restrict_css', 'tags'];
const known = new Set([...carried, 'match', 'extract', 'name', 'description']);

/** Converts `sections`: each is a rule, and those with own fields have a callback. */
export function convertSections(sections: unknown, draft: Draft, notes: Notes): void {
  for (const [index, section] of entriesOf(sections).entries()) {
    const place = `sections[${index}]`;
    if (!isObject(section)) {
      notes.lost(place, 'It is not an object.');
      continue;
    }
    for (const key of Object.keys(section)) {
      if (!known.has(key)) notes.lost(`${place}.${key}`, 'A section has no such key.');
    }
    const rule: Record<string, unknown> = {};
    const match = textsOf(section.match);
    if (match.length > 0) rule.allow = match;
    const callback = callbackOf(section.extract, index, draft, notes);
    if (callback !== null) rule.callback = callback;
    for (const key of carried) {
      const value = memberOf(section, key);
      if (value !== undefined && value !== null) rule[key] = typeof value === 'string' ? [value] : value;
    }
    notes.from(['rules', draft.rules.length], place);
    notes.kept(place, `rules[${draft.rules.length}]`);
    draft.rules.push(rule);
  }
}

/** The callback for what a section extracts; null: nothing. */
function callbackOf(extract: unknown, index: number, draft: Draft, notes: Notes): string | null {
  if (extract === 'auto') return builtInCallback;
  if (!isObject(extract)) return null;
  const fields = membersOf(extract);
  if (fields.length > 0 && fields.every(([, field]) => field === 'auto')) return builtInCallback;
  const name = callbackName(`parse_section_${index + 1}`, draft.callbacks);
  const place = `sections[${index}].extract`;
  notes.from(['callbacks', name], place);
  draft.callbacks[name] = { extract: convertFields(extract, ['callbacks', name, 'extract'], place, notes) };
  return name;
}

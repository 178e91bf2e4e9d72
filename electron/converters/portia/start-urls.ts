import { entriesOf, isObject, memberOf, type PlainObject } from '../../../shared/spider/plain.ts';
import type { Draft } from '../draft.ts';
import type { Notes } from '../report.ts';
import { textFrom } from '../values.ts';

/** Takes the start URLs over: plain ones, and those that are generated from fragments. */
export function convertStartUrls(given: PlainObject, draft: Draft, notes: Notes): void {
  const key = given.start_urls_type === 'generated_urls' ? 'generated_urls' : 'start_urls';
  for (const [index, entry] of entriesOf(given[key]).entries()) {
    const place = `${key}[${index}]`;
    const type = memberOf(entry, 'type');
    const url = typeof entry === 'string' ? entry : memberOf(entry, 'url');
    if (type === 'generated') convertFragments(entry, place, draft, notes);
    else if (type === 'feed' && typeof url === 'string') {
      addUrl(url, place, draft, notes);
      notes.changed(
        place,
        'start_urls',
        'A list of addresses is read as a page: only its links are followed.',
      );
    } else if (typeof url === 'string') {
      addUrl(url, place, draft, notes);
      notes.kept(place, 'start_urls');
    } else if (isObject(entry) && 'template' in entry) convertTemplate(entry, place, draft, notes);
    else notes.lost(place, 'It is no address.');
  }
  const unused = key === 'start_urls' ? 'generated_urls' : 'start_urls';
  if (entriesOf(given[unused]).length > 0) notes.lost(unused, `${key} are used instead of them.`);
}

function addUrl(url: string, place: string, draft: Draft, notes: Notes): void {
  notes.from(['start_urls', draft.start_urls.length], place);
  draft.start_urls.push(url);
}

function addGenerated(
  { template, vars, url }: { template: string; vars: Record<string, object>; url: string },
  place: string,
  draft: Draft,
  notes: Notes,
): void {
  if (Object.keys(vars).length === 0) {
    addUrl(url, place, draft, notes);
    return notes.kept(place, 'start_urls');
  }
  const list = entriesOf(draft.settings.GENERATED_URLS);
  notes.from(['settings', 'GENERATED_URLS'], place);
  draft.settings.GENERATED_URLS = [...list, { template, vars }];
  notes.changed(
    place,
    `settings.GENERATED_URLS[${list.length}]`,
    'Its fragments are a template with variables.',
  );
}

/** `fragments`: fixed texts, lists, ranges and dates, one after the other. */
function convertFragments(entry: unknown, place: string, draft: Draft, notes: Notes): void {
  const vars: Record<string, object> = {};
  let template = '';
  let url = '';
  for (const [index, fragment] of entriesOf(memberOf(entry, 'fragments')).entries()) {
    const value = textFrom(memberOf(fragment, 'value'));
    const type = memberOf(fragment, 'type');
    url += value;
    if (type === 'fixed') {
      template += value;
      continue;
    }
    const variable = variableOf(type, value);
    if (variable === null)
      return notes.lost(
        `${place}.fragments[${index}]`,
        'Only texts, lists and ranges are put into a template.',
      );
    const name = nameOf(vars);
    vars[name] = variable;
    template += `{${name}}`;
  }
  addGenerated({ template, vars, url }, place, draft, notes);
}

const nameOf = (vars: Readonly<Record<string, object>>): string => {
  const count = Object.keys(vars).length;
  return count === 0 ? 'n' : `n${count + 1}`;
};

function variableOf(type: unknown, value: string): object | null {
  const [, from, to] = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(value) ?? [];
  if (type === 'range' && from !== undefined) return { type: 'range', from: Number(from), to: Number(to) };
  const values = value.split(' ').filter((each) => each !== '');
  return type === 'list' && values.length > 0 ? { type: 'list', values } : null;
}

/** The older form: a template with "{}", and the values of each. */
function convertTemplate(entry: PlainObject, place: string, draft: Draft, notes: Notes): void {
  const vars: Record<string, object> = {};
  let template = textFrom(entry.template);
  const parameters = entriesOf(entry.params).map((each) => ({
    each,
    prefix: `${textFrom(memberOf(each, 'name'))}=`,
  }));
  const parts = [...entriesOf(entry.paths).map((each) => ({ each, prefix: null })), ...parameters];
  for (const { each, prefix } of parts) {
    const values = entriesOf(memberOf(each, 'values')).map(textFrom);
    const type = memberOf(each, 'type');
    const [first = '', end = ''] = values;
    const name = nameOf(vars);
    const variable =
      type === 'range'
        ? // The end of a range is not part of it there.
          { type: 'range', from: Number(first), to: Number(end) - 1 }
        : type === 'options' && values.length > 0
          ? { type: 'list', values }
          : null;
    if (variable === null && type !== 'default')
      return notes.lost(place, 'Only texts, lists and ranges are put into a template.');
    if (variable !== null) vars[name] = variable;
    const text = variable === null ? first : `{${name}}`;
    if (prefix === null) template = template.replace('{}', () => text);
    else template += `${template.includes('?') ? '&' : '?'}${prefix}${text}`;
  }
  addGenerated({ template, vars, url: template }, place, draft, notes);
}

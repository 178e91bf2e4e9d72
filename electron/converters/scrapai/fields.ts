import { entriesOf, isObject, isSet, memberOf, membersOf } from '../../../shared/spider/plain.ts';
import { bare } from '../draft.ts';
import type { Notes } from '../report.ts';

type Path = readonly (string | number)[];

/** Selectors for the fields of an article where a callback takes other fields beside them. */
const articleFields: Readonly<Record<string, object>> = {
  title: { css: "meta[property='og:title']::attr(content)" },
  content: { css: 'article', to_text: true },
  author: { css: "meta[name='author']::attr(content)" },
  published_date: {
    css: "meta[property='article:published_time']::attr(content)",
    processors: [{ type: 'parse_datetime' }],
  },
};

/** Converts the fields of a callback. @param at where they are in the document */
export function convertFields(
  fields: unknown,
  at: Path,
  place: string,
  notes: Notes,
): Record<string, unknown> {
  const converted = bare<unknown>();
  for (const [name, field] of membersOf(fields)) {
    const its = { at: [...at, name], place: `${place}.${name}` };
    notes.from(its.at, its.place);
    const made = convertField(name, field, its, notes);
    if (made !== null) converted[name] = made;
  }
  return converted;
}

function convertField(
  name: string,
  field: unknown,
  { at, place }: { at: Path; place: string },
  notes: Notes,
): object | null {
  if (field === 'auto') {
    const guess = Object.hasOwn(articleFields, name) ? articleFields[name] : undefined;
    if (guess === undefined) {
      notes.lost(place, 'Only title, content, author and published_date can be "auto".');
      return null;
    }
    notes.changed(
      place,
      at.join('.'),
      'Beside fields with selectors nothing is found by itself; this selector is a guess.',
    );
    return guess;
  }
  if (typeof field === 'string') {
    notes.kept(place, at.join('.'));
    return /^(?:\.?\/|\()/.test(field) ? { xpath: field } : { css: field };
  }
  if (!isObject(field)) {
    notes.lost(place, 'It is neither a selector nor an object.');
    return null;
  }
  if (field.type === 'ajax_nested_list') {
    notes.lost(
      place,
      'Entries that a page loads later by a request of its own (ajax_nested_list) have no equal; crawl the address itself with start_requests.',
    );
    return null;
  }
  return convertObject(field, { at, place }, notes);
}

function convertObject(
  field: Readonly<Record<string, unknown>>,
  { at, place }: { at: Path; place: string },
  notes: Notes,
): object {
  const made: Record<string, unknown> = { ...field };
  if (isSet(made.css) && isSet(made.xpath)) {
    delete made.xpath;
    notes.changed(`${place}.xpath`, 'css', 'Where both are given, css is read.');
  }
  if (isSet(made.type) && made.type !== 'nested_list') delete made.type;
  if (made.get_all === true && (made.to_text === true || made.to_markdown === true)) {
    delete made.get_all;
    notes.changed(`${place}.get_all`, at.join('.'), 'to_text and to_markdown are for one element.');
  }
  if (isSet(made.processors)) made.processors = convertProcessors(made.processors, place, notes);
  if (isObject(made.extract))
    made.extract = convertFields(made.extract, [...at, 'extract'], `${place}.extract`, notes);
  notes.kept(place, at.join('.'));
  return made;
}

function convertProcessors(processors: unknown, place: string, notes: Notes): unknown {
  if (!Array.isArray(processors)) return processors;
  return entriesOf(processors).map((processor, index) => {
    const type = memberOf(processor, 'type');
    if (type === 'regex') {
      notes.changed(
        `${place}.processors[${index}]`,
        'regex',
        'Where nothing matches, the value is null here and unchanged there.',
      );
    }
    const value = memberOf(processor, 'value');
    if (type !== 'default' || value === undefined || !isObject(processor) || 'default' in processor)
      return processor;
    notes.changed(`${place}.processors[${index}].value`, 'default', 'The parameter is called "default".');
    return { type, default: value };
  });
}

import type { ProposedList } from '../../../shared/contract/types.ts';
import { isFilled } from '../../../shared/filled.ts';
import type { JsonPage } from '../../extract/page.ts';
import { PageContext } from '../../extract/page-context.ts';
import { selectValues } from '../../extract/select-json.ts';
import type { JsonValue } from '../../extract/types.ts';
import { definitionsOf, type FieldDraft } from '../measure-fields.ts';
import { measureList } from '../measure-list.ts';
import { readColumn } from '../values/column.ts';
import { leavesOf } from './entry-lists.ts';
import type { FoundSource, Origin } from './find-sources.ts';
import { plainText } from './keys.ts';
import { freeName, nameOf } from './member-names.ts';
import type { HtmlMatch } from './match-html.ts';
import type { MatchedColumn } from './match-rows.ts';
import { isSeen } from './seen-texts.ts';
import { sentHeaders } from './sent-headers.ts';

/** A source with its rows, as a crawl takes them. */
export interface DraftedSource {
  found: FoundSource;
  page: JsonPage;
  context: PageContext;
  list: ProposedList;
  /** Headers that its request needs. */
  headers: Record<string, string>;
  /** What is to be known of it, in sentences. */
  notes: string[];
}

/** The most members of the entries that can be added as fields. */
const maxOthers = 30;

/** Entries by whose path and members rows are drafted. */
export interface DraftedEntries {
  value: JsonValue;
  path: string;
  columns: readonly MatchedColumn[];
}

/** Drafts the rows of a source, and runs them on it with the code of a crawl. Null: they give nothing. */
export function draftSource(
  found: FoundSource,
  page: { url: string; fetchedAt: number; texts: ReadonlySet<string> },
): DraftedSource | null {
  const { origin, value, path, match, html } = found;
  const url = origin.kind === 'request' ? origin.answer.url : page.url;
  const json: JsonPage = { kind: 'json', value };
  const context = new PageContext(json, { url, fetchedAt: page.fetchedAt });
  const { fields, notes } =
    html === null ? drafts({ value, path, columns: match.columns }, context) : markupDraft(html);
  const more = otherFields({ value, path, columns: match.columns }, context, { fields, texts: page.texts });
  const draft = {
    selector: path,
    label: labelOf(path),
    confidence: match.coverage,
    // What is seen beside the columns that were found belongs to the rows, too.
    fields: [...fields, ...(html === null ? more.filter((field) => field.isSeen) : [])].map(plain),
    others: more.filter((field) => html !== null || !field.isSeen).map(plain),
  };
  const list = measureList(json, draft, { context, numberOf: () => null });
  if (list === null) return null;
  const { headers, warnings } = headersOf(origin);
  return { found, page: json, context, list, headers, notes: [...aboutRows(found), ...notes, ...warnings] };
}

const headersOf = (origin: Origin): ReturnType<typeof sentHeaders> =>
  origin.kind === 'request' ? sentHeaders(origin.answer) : { headers: {}, warnings: [] };

const plain = ({ name, type, definition }: FieldDraft): FieldDraft => ({ name, type, definition });

function aboutRows({ match, entries, seen }: FoundSource): string[] {
  const { missing, rows } = match;
  const names = missing.map((name) => `"${name}"`).join(', ');
  return [
    ...(missing.length === 0 ? [] : [`It does not hold ${names}.`]),
    ...(entries > seen.count ? [`It holds ${entries} entries; the page shows ${seen.count}.`] : []),
    ...(entries < rows
      ? [`It holds ${entries} of the ${seen.count} rows; the others came in further answers.`]
      : []),
  ];
}

/** The fields of the matched columns, with the names of the page. */
function drafts(
  { value, path, columns }: DraftedEntries,
  context: PageContext,
): { fields: FieldDraft[]; notes: string[] } {
  const notes: string[] = [];
  const entries = entriesAt(path, value);
  const fields = columns.map(({ column, path: member, likeness }): FieldDraft => {
    const { name: seenName } = column.field;
    const name = likeness === 'hundredths' ? `${seenName}_cents` : seenName;
    if (likeness === 'hundredths') notes.push(`"${name}" is "${seenName}" in hundredths.`);
    const values = valuesAt(member, entries);
    if (values.some((each) => typeof each === 'string' && plainText(each) !== each))
      notes.push(`"${name}" is written as HTML.`);
    if (likeness.endsWith('day') && values.every((each) => typeof each === 'number'))
      notes.push(`"${name}" is a time as a number since 1970.`);
    return fieldOf({ name, member, values, isClean: likeness === 'number' }, context);
  });
  return { fields, notes };
}

/** One field that reads the markup of an entry with the selectors of the page. */
function markupDraft({ member, fields }: HtmlMatch): { fields: FieldDraft[]; notes: string[] } {
  const definition = {
    type: 'nested_list',
    selector: member,
    as: 'html',
    extract: definitionsOf(fields),
  } as const;
  return { fields: [{ name: 'content', type: 'text', definition }], notes: [] };
}

/** A member of the entries. `isClean`: whether it is to be what the page's values are after their processors. */
interface Member {
  name: string;
  member: string;
  values: readonly JsonValue[];
  isClean: boolean;
}

function fieldOf({ name, member, values, isClean }: Member, context: PageContext): FieldDraft {
  const { type, processors } = readColumn(values, { attribute: null, element: null, words: [name] }, context);
  const definition =
    processors.length === 0 || !isClean ? { json_path: member } : { json_path: member, processors };
  return { name, type, definition };
}

/** What else the entries hold. */
function otherFields(
  { value, path, columns }: DraftedEntries,
  context: PageContext,
  { fields, texts }: { fields: readonly FieldDraft[]; texts: ReadonlySet<string> },
): (FieldDraft & { isSeen: boolean })[] {
  const entries = entriesAt(path, value);
  const taken = new Set(fields.map(({ name }) => name));
  const used = new Set(columns.map((column) => column.path));
  const members = new Set(entries.slice(0, 50).flatMap((entry) => [...leavesOf(entry).keys()]));
  return [...members]
    .filter((member) => !used.has(member))
    .flatMap((member) => {
      const values = valuesAt(member, entries);
      if (!values.some(isFilled)) return [];
      const name = freeName(nameOf(member), taken);
      taken.add(name);
      return { ...fieldOf({ name, member, values, isClean: false }, context), isSeen: isSeen(values, texts) };
    })
    .slice(0, maxOthers);
}

const entriesAt = (path: string, value: JsonValue): readonly JsonValue[] => {
  const selected = selectValues(path, value);
  return selected.ok ? selected.values : [];
};

const valuesAt = (member: string, entries: readonly JsonValue[]): JsonValue[] =>
  entries.slice(0, 200).map((entry) => {
    const selected = selectValues(member, entry);
    return selected.ok ? (selected.values[0] ?? null) : null;
  });

/** The name of the list in the answer: "items" for "$.data.items[*]". */
function labelOf(path: string): string {
  const names = [...path.matchAll(/\.([A-Za-z_]\w*)/g)].map(([, name = '']) => name.toLowerCase());
  return names.findLast((name) => /[^s]s$/.test(name)) ?? 'entries';
}

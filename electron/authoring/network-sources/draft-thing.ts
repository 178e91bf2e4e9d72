import type {
  ProposedChoice,
  ProposedList,
  ProposedSource,
  SpiderParts,
} from '../../../shared/contract/types.ts';
import { domainOf, startUrlOf } from '../../../shared/spider/new-spider.ts';
import { pageRule } from '../../../shared/spider/page-rule.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import type { JsonPage } from '../../extract/page.ts';
import { PageContext } from '../../extract/page-context.ts';
import { selectValues } from '../../extract/select-json.ts';
import type { JsonValue } from '../../extract/types.ts';
import { expectedOf } from '../expected.ts';
import { definitionsOf, type FieldDraft } from '../measure-fields.ts';
import { measureList } from '../measure-list.ts';
import { arePartsValid } from '../try-parts.ts';
import { readColumn } from '../values/column.ts';
import type { FoundThing } from './find-thing.ts';
import { plainText } from './keys.ts';
import { freeName, nameOf } from './member-names.ts';
import { sentHeaders } from './sent-headers.ts';
import { callbackOf, requestOf, type SourcePage } from './source-choices.ts';

/** The most members that can be added as fields. */
const maxOthers = 30;

/** Drafts the spider that takes one thing from its JSON, and runs its fields on it with the code of a crawl. Null: it gives nothing. */
export function draftThing(
  thing: FoundThing,
  index: number,
  page: SourcePage & { fetchedAt: number },
): { source: ProposedSource; choice: ProposedChoice } | null {
  const { origin, value, path } = thing;
  const url = startUrlOf(origin.kind === 'request' ? origin.answer.url : page.url);
  const json: JsonPage = { kind: 'json', value };
  const context = new PageContext(json, { url, fetchedAt: page.fetchedAt });
  const selected = selectValues(path, value);
  const object = selected.ok ? (selected.values[0] ?? null) : null;
  const taken = new Set<string>();
  const draft = (members: readonly string[]): FieldDraft[] =>
    members.map((member) => fieldOf(member, object, { taken, context }));
  const drafts = { selector: path, label: labelOf(path), confidence: 1, fields: draft(thing.seen) };
  const others = draft(thing.others.slice(0, maxOthers));
  const list = measureList(json, { ...drafts, others }, { context, numberOf: () => null });
  if (list === null) return null;
  const isSent = origin.kind === 'request';
  const { headers, warnings } = isSent ? sentHeaders(origin.answer) : { headers: {}, warnings: [] };
  const notes = [...markupNotes(list), ...warnings];
  const callback = callbackOf(list.label);
  const start = isSent ? requestOf(origin.answer, { url, headers, callback }) : null;
  const isPlain = !isSent || (origin.answer.method === 'GET' && origin.answer.requestBody === null);
  const css = isSent ? null : origin.script.css;
  const parts: SpiderParts = {
    start_urls: isPlain ? [url] : [],
    ...(isPlain || start === null ? {} : { start_requests: [start] }),
    allowed_domains: [...new Set([domainOf(page.url), domainOf(url)])],
    rules: isPlain ? [{ ...pageRule(url, callback), follow: false }] : [],
    callbacks: { [callback]: { extract: extractOf(list, css) } },
    settings: isPlain && Object.keys(headers).length > 0 ? { DEFAULT_REQUEST_HEADERS: headers } : {},
  };
  if (!arePartsValid(parts, callback, isSent ? 'json' : 'html')) return null;
  const note = notes.length === 0 ? null : notes.join(' ');
  const choice: ProposedChoice = {
    id: `source-${index}-single`,
    list: null,
    source: index,
    scope: 'single',
    label: isSent ? 'The JSON behind this page' : 'The JSON in this page',
    parts,
    expected: expectedOf({ rows: 1, details: false, pages: 1 }, page),
    note,
    sample: null,
  };
  const told = { list, of: null, seen: 0, missing: [], notes };
  const source: ProposedSource = isSent
    ? { kind: 'request', ...askedBy(origin.answer), script: null, ...told }
    : { kind: 'script', url: page.url, method: 'GET', body: null, script: css, ...told };
  return { source, choice };
}

const askedBy = ({
  url,
  method,
  requestBody,
}: {
  url: string;
  method: string;
  requestBody: string | null;
}) => ({
  url,
  method,
  body: requestBody,
});

function fieldOf(
  member: string,
  object: JsonValue,
  { taken, context }: { taken: Set<string>; context: PageContext },
): FieldDraft {
  const selected = selectValues(member, object);
  const values = selected.ok ? selected.values : [];
  const name = freeName(nameOf(member), taken);
  taken.add(name);
  const { type } = readColumn(values, { attribute: null, element: null, words: [name] }, context);
  const all = member.endsWith('[*]') ? { get_all: true } : {};
  return { name, type, definition: { json_path: member, ...all } };
}

/** The fields as they are taken from the whole answer, or from the script. */
function extractOf({ selector, fields }: ProposedList, css: string | null): Record<string, FieldExtract> {
  const own = Object.entries(definitionsOf(fields)).map(([name, definition]): [string, FieldExtract] => {
    const path = `${selector}${definition.json_path?.slice(1) ?? ''}`;
    return [name, { ...(css === null ? {} : { css }), ...definition, json_path: path }];
  });
  return Object.fromEntries(own);
}

const markupNotes = ({ fields }: ProposedList): string[] =>
  fields
    .filter(({ samples: [first = ''] }) => plainText(first) !== first)
    .map(({ name }) => `"${name}" is written as HTML.`);

/** What the thing is called in the answer: "product" for "$.data.product". */
function labelOf(path: string): string {
  const names = [...path.matchAll(/\.([A-Za-z_]\w*)/g)].map(([, name = '']) => name.toLowerCase());
  return (
    names.findLast((name) => !/^(?:data|attributes|result|response|payload|props|item)$/.test(name)) ??
    'details'
  );
}

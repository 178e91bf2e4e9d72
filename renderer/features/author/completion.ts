import { getLocation } from 'jsonc-parser';
import { languageOfEntries } from '../../../shared/selectors/language.ts';
import { dateLanguages } from '../../../shared/spider/date-languages.ts';
import { itemFieldNames } from '../../../shared/spider/item-fields.ts';
import { memberOf, membersOf } from '../../../shared/spider/plain.ts';
import { parseText, valueOf, type JsonPath } from '../../../shared/spider/json-path.ts';
import { namedCallbacks } from './callback-uses.ts';
import {
  isCallbackReference,
  processorSchema,
  processorTypes,
  schemaAt,
  type ValueSchema,
} from './spider-schema.ts';

/** A completion at the caret. */
export interface Completion {
  readonly label: string;
  readonly kind: 'key' | 'value' | 'callback' | 'snippet';
  /** Beside the label: a type, a default. */
  readonly detail: string;
  readonly documentation: string | null;
  /** The inserted text, with placeholders such as `${1:name}`. */
  readonly snippet: string;
  /** Where the replaced text begins. */
  readonly offset: number;
  readonly length: number;
  /** Whether to suggest again after it is inserted. */
  readonly more: boolean;
}

/** The completions at an offset of a spider's text, best first. The text need not be valid JSON. */
export function completionsAt(text: string, offset: number): Completion[] {
  const location = getLocation(text, offset);
  const { root } = parseText(text);
  const document = valueOf(root ?? undefined);
  const { previousNode: token } = location;
  const inToken =
    token !== undefined &&
    token.offset <= offset &&
    offset <= token.offset + token.length &&
    token.length > 0;
  const range = inToken ? { offset: token.offset, length: token.length } : wordAt(text, offset);
  const path = location.path;
  if (location.isAtPropertyKey) {
    const owner = path.slice(0, -1);
    const writesValue = !/^\s*:/.test(text.slice(range.offset + range.length));
    const comma = writesValue && /^\s*"/.test(text.slice(range.offset + range.length)) ? ',' : '';
    return keysFor(owner, document, nameIn(text, range)).map((key) => ({
      ...key,
      snippet: writesValue ? `${key.snippet}${comma}` : escaped(JSON.stringify(key.label)),
      ...range,
    }));
  }
  const names = argumentsAt(text, offset, document);
  if (names !== null) return names;
  return valuesFor(path, document).map((value) => ({ ...value, ...range }));
}

interface Draft {
  label: string;
  kind: Completion['kind'];
  detail: string;
  documentation: string | null;
  snippet: string;
  more: boolean;
}

/** The arguments of the spider, where one is named: behind "${" in a text. null: none is named there. */
function argumentsAt(text: string, offset: number, document: unknown): Completion[] | null {
  const typed = /\$\{(\w*)$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[1];
  if (typed === undefined) return null;
  const closing = text.charAt(offset) === '}' ? '' : '}';
  return membersOf(memberOf(document, 'args')).map(([name, argument]) => {
    const preset = memberOf(argument, 'default');
    const about = memberOf(argument, 'description');
    return {
      label: name,
      kind: 'value',
      detail: typeof preset === 'string' ? `default ${preset}` : 'no default',
      documentation: typeof about === 'string' ? about : null,
      snippet: escaped(`${name}${closing}`),
      offset: offset - typed.length,
      length: typed.length,
      more: false,
    };
  });
}

function wordAt(text: string, offset: number): { offset: number; length: number } {
  const before = /[\w.-]*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0].length ?? 0;
  return { offset: offset - before, length: before };
}

function nameIn(text: string, { offset, length }: { offset: number; length: number }): string {
  return text.slice(offset, offset + length).replaceAll('"', '');
}

function keysFor(owner: JsonPath, document: unknown, typed: string): Draft[] {
  const schema = schemaAt(owner, document);
  const present = new Set(membersOf(valueAt(document, owner)).map(([key]) => key));
  const keys = (schema?.keys ?? [])
    .filter((key) => key === typed || !present.has(key))
    .filter((key) => fits(owner, key, valueAt(document, owner)))
    .map((key) =>
      keyDraft(key, schemaAt([...owner, key], document), schema?.required.includes(key) === true),
    );
  return [...keys, ...namesFor(owner, document, present)];
}

/** A field is either a value or a list of objects; the keys of the other kind would only be reported. */
function fits(owner: JsonPath, key: string, field: unknown): boolean {
  const isUrl = owner.at(-1) === 'url' && owner.at(-2) === 'follow';
  if (owner[0] !== 'callbacks' || (owner.at(-2) !== 'extract' && !isUrl)) return true;
  const has = (name: string) => memberOf(field, name) !== undefined;
  const selector = memberOf(field, 'selector');
  const isList = ['selector', 'extract', 'type'].some(has);
  switch (key) {
    case 'css':
      return !has('xpath') && !isList;
    case 'xpath':
      return !has('css') && !isList;
    case 'to_text':
    case 'to_markdown':
      return (has('css') || has('xpath')) && !['json_path', 'to_text', 'to_markdown'].some(has);
    case 'json_path':
    case 'processors':
      return !isList;
    case 'download':
    case 'get_all':
      return !isList && !isUrl;
    case 'as':
      return typeof selector === 'string' && languageOfEntries(selector) === 'json';
    default:
      return !isUrl && !['css', 'xpath', 'json_path'].some(has);
  }
}

function keyDraft(key: string, schema: ValueSchema | null, required: boolean): Draft {
  const value = valueSnippet(key, schema);
  return {
    label: key,
    kind: 'key',
    detail: [typeWords(schema), required ? 'required' : null].filter((part) => part !== null).join(' · '),
    documentation: schema?.description ?? null,
    snippet: `${escaped(JSON.stringify(key))}: ${value}`,
    more:
      key === 'callback' ||
      key === 'type' ||
      key === 'to' ||
      key === 'follow' ||
      (schema?.choices.length ?? 0) > 0,
  };
}

/** Names that are not in the schema: callbacks that rules name, fields that fill columns. */
function namesFor(owner: JsonPath, document: unknown, present: ReadonlySet<string>): Draft[] {
  const [part] = owner;
  const draft = (label: string, detail: string, documentation: string, snippet: string): Draft => ({
    label,
    kind: 'snippet',
    detail,
    documentation,
    snippet: `${escaped(JSON.stringify(label))}: ${snippet}`,
    more: false,
  });
  if (part === 'callbacks' && owner.length === 1) {
    return namedCallbacks(document)
      .filter((name) => !present.has(name))
      .map((name) => draft(name, 'callback', 'It is used, but it does not exist yet.', callbackSnippet));
  }
  const isFields = part === 'callbacks' && owner.at(-1) === 'extract' && owner.length % 2 === 1;
  if (isFields && owner.length === 3) {
    return ['title', 'content', 'author', 'published_date']
      .filter((name) => !present.has(name))
      .map((name) =>
        draft(name, 'field', `Fills the column “${name}” of the results.`, '{ "css": "${1:h1}::text"$0 }'),
      );
  }
  if (part === 'expect' && owner[1] === 'fields' && owner.length === 2) {
    return itemFieldNames(document)
      .filter((name) => !present.has(name))
      .map((name) => draft(name, 'field', 'A field of the items.', '{ $0 }'));
  }
  if (part === 'settings' && owner[1] === 'CUSTOM_SELECTORS') {
    return ['title', 'content', 'author', 'date']
      .filter((name) => !present.has(name))
      .map((name) =>
        draft(name, 'selector', `Fills the column “${name === 'date' ? 'published_date' : name}”.`, '"$1"'),
      );
  }
  return [];
}

const callbackSnippet = '{\n\t"extract": {\n\t\t"${1:title}": { "css": "${2:h1}::text" }$0\n\t}\n}';

function valuesFor(path: JsonPath, document: unknown): Draft[] {
  const last = path.at(-1);
  const owner = path.at(-2);
  if (isCallbackReference(path)) return callbackValues(document, path[0] === 'rules');
  if (path[0] === 'rules' && owner === 'tags') {
    return ['a', 'area', 'link'].map((name) =>
      valueDraft(name, schemaAt(path.slice(0, -1), document)?.description ?? null),
    );
  }
  if (path[0] === 'expect' && owner === 'key') {
    return itemFieldNames(document).map((name) => valueDraft(name, 'A field of the items.'));
  }
  if (path[0] === 'rules' && path.length === 2) return [ruleDraft('follow'), ruleDraft('extract')];
  if (owner === 'languages' && path.at(-4) === 'processors') {
    return dateLanguages.map((code) => valueDraft(code, languageNames.of(code) ?? null));
  }
  if (path[1] === 'GENERATED_URLS' && path.at(-3) === 'vars' && last === 'type') {
    return ['range', 'date', 'list'].map((type) =>
      valueDraft(type, schemaAt(path.slice(0, -1), { type })?.description ?? null),
    );
  }
  if (owner === 'processors' && typeof last === 'number') {
    return processorTypes.map((type) => processorDraft(type));
  }
  if (path.at(-3) === 'processors' && last === 'type') {
    return processorTypes.map((type) => valueDraft(type, processorSchema(type)?.description ?? null));
  }
  const schema = schemaAt(path, document);
  if (schema === null) return [];
  if (schema.types.includes('boolean')) {
    return ['true', 'false'].map((label) => ({
      label,
      kind: 'value',
      detail: String(schema.defaultValue) === label ? 'default' : '',
      documentation: schema.description,
      snippet: label,
      more: false,
    }));
  }
  return schema.choices.map((choice) => valueDraft(choice, schema.description));
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

const valueDraft = (label: string, documentation: string | null): Draft => ({
  label,
  kind: 'value',
  detail: '',
  documentation,
  snippet: escaped(JSON.stringify(label)),
  more: false,
});

function ruleDraft(kind: 'follow' | 'extract'): Draft {
  const follows = kind === 'follow';
  return {
    label: follows ? 'Follow links' : 'Extract from pages',
    kind: 'snippet',
    detail: 'rule',
    documentation: follows
      ? 'A rule that follows links and extracts nothing.'
      : 'A rule that passes pages to a callback.',
    snippet: follows
      ? '{ "allow": ["${1:/category/}"] }'
      : '{ "allow": ["${1:/item/}"], "callback": "${2:parse_item}" }',
    more: false,
  };
}

function processorDraft(type: string): Draft {
  const parameters: Readonly<Record<string, string>> = {
    replace: ', "old": "$1", "new": "$2"',
    regex: ', "pattern": "${1:(.+)}"',
    cast: ', "to": "${1|int,float,bool,str|}"',
    join: ', "separator": "${1: }"',
    default: ', "default": ${1:null}',
    split: ', "separator": "${1:,}"',
  };
  return {
    label: type,
    kind: 'snippet',
    detail: 'processor',
    documentation: processorSchema(type)?.description ?? null,
    snippet: `{ "type": "${type}"${parameters[type] ?? ''} }`,
    more: false,
  };
}

const noCallback: Draft = {
  label: 'null',
  kind: 'value',
  detail: 'default',
  documentation: 'Links are followed, nothing is extracted.',
  snippet: 'null',
  more: false,
};

/** @param optional whether there may be no callback */
function callbackValues(document: unknown, optional: boolean): Draft[] {
  const defined = membersOf(memberOf(document, 'callbacks')).map(([name, callback]) => ({
    name,
    fields: membersOf(memberOf(callback, 'extract')).map(([field]) => field),
  }));
  return [
    ...defined.map(({ name, fields }): Draft => ({
      ...valueDraft(name, fields.length === 0 ? 'It has no fields yet.' : `Extracts ${fields.join(', ')}.`),
      kind: 'callback',
      detail: 'callback',
    })),
    {
      ...valueDraft(
        'parse_article',
        'Built in: extracts the article of a page with the strategies in EXTRACTOR_ORDER.',
      ),
      kind: 'callback',
      detail: 'built in',
    },
    ...(optional ? [noCallback] : []),
  ];
}

function valueAt(document: unknown, path: JsonPath): unknown {
  let value = document;
  for (const step of path) {
    value =
      typeof step === 'number' ? (Array.isArray(value) ? value[step] : undefined) : memberOf(value, step);
  }
  return value;
}

/** The initial value: the first choice, the default, or an empty one with the caret in it. */
function valueSnippet(key: string, schema: ValueSchema | null): string {
  const [type] = schema?.types ?? [];
  if (key === 'GENERATED_URLS') return generatedSnippet;
  if (key === 'BROWSER_ACTIONS') return actionsSnippet;
  if (key === 'PAGINATED_LISTINGS') return listingsSnippet;
  if (key === 'processors') return '[{ "type": "${1|' + processorTypes.join(',') + '|}" }]';
  if (key === 'rules') return '[\n\t{ "allow": ["$1"] }$0\n]';
  const made = objectSnippets[key];
  if (made !== undefined && schema?.types[0] === 'object') return made;
  if (key === 'callbacks') return `{\n\t"\${3:parse_item}": ${indented(callbackSnippet)}\n}`;
  if (schema === null) return '$1';
  const [choice] = schema.choices;
  if (choice !== undefined) return '"$1"';
  switch (type) {
    case 'string':
      return '"$1"';
    case 'array':
      return key === 'RETRY_HTTP_CODES' ? '[$1]' : '["$1"]';
    case 'object':
      return '{\n\t$0\n}';
    case 'boolean':
      return `\${1|${schema.defaultValue === true ? 'false,true' : 'true,false'}|}`;
    case 'integer':
    case 'number':
      return `\${1:${String(schema.defaultValue ?? schema.minimum ?? 0)}}`;
    case undefined:
    default:
      return '$1';
  }
}

const actionsSnippet = '[\n\t{ "click": "${1:.load-more}", "until": "${2|gone,no-change|}" }$0\n]';

const listingsSnippet =
  '[\n\t{ "url": "${1:https://example.org/list}", "link_selector": "${2:.entry a}", "next_selector": "${3:.next}" }$0\n]';

const generatedSnippet =
  '[\n\t{ "template": "${1:https://example.org/?page={page\\}}", "vars": { "page": { "type": "range", "from": ${2:1}, "to": ${3:10} } } }$0\n]';

/** What objects begin with whose keys are the same each time. */
const objectSnippets: Readonly<Record<string, string>> = {
  iterate: '{\n\t"selector": "${1:table tr}"$0\n}',
  url_context: '{ "${1:name}": { "regex": "/(${2:[a-z]+})/"$0 } }',
  follow: '{\n\t"url": { "css": "${1:a}::attr(href)" },\n\t"callback": "$2"$0\n}',
  url: '{ "css": "${1:a}::attr(href)"$0 }',
  args: '{\n\t"${1:name}": { "default": "$2"$0 }\n}',
  form: '{ "${1:name}": "${2:value}"$0 }',
};

const indented = (snippet: string) => snippet.replaceAll('\n', '\n\t');

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'list',
  boolean: 'true or false',
  integer: 'whole number',
};

/** "whole number 1 to 32", "list". */
export function typeWords(schema: ValueSchema | null): string | null {
  const [type] = schema?.types ?? [];
  if (schema === null || type === undefined) return null;
  if (schema.choices.length > 0) return schema.choices.join(' | ');
  const { minimum, maximum } = schema;
  const range =
    minimum !== null && maximum !== null
      ? ` ${minimum} to ${maximum}`
      : minimum !== null
        ? ` from ${minimum}`
        : '';
  return `${typeNames[type] ?? type}${range}`;
}

/** Escapes text for a snippet. */
const escaped = (text: string) => text.replaceAll(/[\\$}]/g, String.raw`\$&`);

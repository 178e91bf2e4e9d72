import { isCallOf, lastName, textOf } from './plain.ts';
import type { Call, Expression } from './syntax.ts';

/** What an expression selects from a page or a row, and what is done to it. */
export interface Selection {
  /** The variable that it is selected from. */
  from: string;
  kind: 'css' | 'xpath' | 'json_path';
  query: string;
  /** How the values are taken; null: they are elements. */
  take: 'first' | 'all' | null;
  toText: boolean;
  processors: object[];
  /** What differs; null: it means the same. */
  why: string | null;
}

type Step = (inner: Selection, call: Call) => Selection | null;

const firstOnly = 'The pattern is searched in the first match only, and null is given where it is not found.';
const dates =
  'The date is read by parse_datetime; set its order or languages where the text leaves them open.';

/** Reads `response.css("h1::text").get()`, with `.re_first(…)`, `.strip()` and the like. Null: it is not as plain as that. */
export function selectionOf(value: Expression): Selection | null {
  if (value.kind === 'name') return elements(value.name, 'css', '');
  if (value.kind === 'index') return indexed(value);
  if (value.kind === 'call') return called(value);
  return value.kind === 'attribute' && value.name === 'selector' ? selectionOf(value.of) : null;
}

const elements = (from: string, kind: Selection['kind'], query: string): Selection => ({
  from,
  kind,
  query,
  take: null,
  toText: false,
  processors: [],
  why: null,
});

function indexed({ of, at }: Extract<Expression, { kind: 'index' }>): Selection | null {
  if (of.kind === 'attribute' && of.name === 'attrib') {
    const inner = selectionOf(of.of);
    const name = textOf(at);
    return inner === null || name === null ? null : attribute(inner, name);
  }
  const inner = selectionOf(of);
  if (inner === null || at.kind !== 'value') return null;
  const isMember = inner.kind === 'json_path' || (inner.query === '' && typeof at.value === 'string');
  if (isMember) return member(inner, at.value);
  if (at.value !== 0) return null;
  return inner.take === 'all' ? { ...inner, take: 'first' } : inner.take === null ? inner : null;
}

/** A member of JSON; a row of JSON is known by what is taken from it. */
function member(inner: Selection, name: string | number | boolean | null): Selection | null {
  if (inner.take === 'first' && inner.kind !== 'json_path') return null;
  const begun = inner.query === '' ? '$' : inner.query;
  if (typeof name !== 'string' && typeof name !== 'number') return null;
  const step =
    typeof name === 'number' || !/^[A-Za-z_]\w*$/.test(name) ? `[${JSON.stringify(name)}]` : `.${name}`;
  return { ...inner, kind: 'json_path', query: begun + step, take: 'first' };
}

function attribute(inner: Selection, name: string): Selection | null {
  if (inner.take !== null || inner.query.includes('::')) return null;
  if (inner.kind === 'xpath') return { ...inner, query: `${inner.query}/@${name}`, take: 'first' };
  return { ...inner, query: `${inner.query}::attr(${name})`, take: 'first' };
}

function called(call: Call): Selection | null {
  const [first] = call.args;
  if (isCallOf(call, 'loads') && first?.kind === 'attribute' && ['text', 'body'].includes(first.name))
    return first.of.kind === 'name' ? { ...elements(first.of.name, 'json_path', '$'), take: 'first' } : null;
  const name = lastName(call.of);
  const wrap = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (wrap !== undefined && first !== undefined) {
    const inner = selectionOf(first);
    return inner?.take === 'first' ? wrap(inner, call) : null;
  }
  if (call.of.kind !== 'attribute') return null;
  if (name === 'join') return joined(call.of.of, first);
  const inner = selectionOf(call.of.of);
  if (inner === null) return null;
  if (name === 'css' || name === 'xpath') return deeper(inner, name, textOf(first));
  const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
  return step === undefined ? null : step(inner, call);
}

/** `", ".join(response.css(…).getall())` */
function joined(separator: Expression, list: Expression | undefined): Selection | null {
  const text = textOf(separator);
  const inner = list === undefined ? null : selectionOf(list);
  if (text === null || inner?.take !== 'all') return null;
  return { ...inner, processors: [...inner.processors, { type: 'join', separator: text }] };
}

/** Goes on from a selection, in the same language, or by the few steps that both have. */
function deeper(outer: Selection, kind: 'css' | 'xpath', query: string | null): Selection | null {
  if (query === null || query === '' || outer.take !== null || outer.why !== null) return null;
  if (outer.query === '') return { ...outer, kind, query };
  if (outer.kind === 'css' && outer.query.includes('::')) return null;
  if (kind === 'css') {
    if (outer.kind !== 'css' || /,/.test(outer.query + query)) return null;
    if (query.startsWith('::'))
      return { ...outer, query: `${outer.query}${query}, ${outer.query} *${query}` };
    return { ...outer, query: `${outer.query} ${query}` };
  }
  if (outer.kind === 'xpath') {
    if (outer.query.includes('|') || query.includes('|') || /^[/(]/.test(query)) return null;
    return { ...outer, query: `${outer.query}/${query.replace(/^\.\//, '')}` };
  }
  if (outer.query.includes(',')) return null;
  if (/^\.\/\/text\(\)$/.test(query))
    return { ...outer, query: `${outer.query}::text, ${outer.query} *::text` };
  if (/^(?:string|normalize-space)\(\.?\)$/.test(query)) return { ...outer, toText: true };
  const path = cssOf(query);
  return path === null ? null : { ...outer, query: outer.query + path };
}

const elementStep = /^(?:\.?(\/{1,2})|)([a-zA-Z][\w-]*)(?![\w-]|\()/;

/** A path of elements, an attribute or a text of XPath as the end of a CSS selector. Null: it is more than that. */
function cssOf(query: string): string | null {
  let css = '';
  let rest = query;
  for (let step = elementStep.exec(rest); step !== null; step = elementStep.exec(rest)) {
    css += `${step[1] === '//' ? ' ' : ' > '}${step[2] ?? ''}`;
    rest = rest.slice(step[0].length);
  }
  if (rest === '') return css;
  if (/^(?:\.?\/)?text\(\)$/.test(rest)) return `${css}::text`;
  const name = /^(?:\.?\/)?@([\w-]+)$/.exec(rest)?.[1];
  return name === undefined ? null : `${css}::attr(${name})`;
}

const add = (inner: Selection, ...processors: readonly object[]): Selection => ({
  ...inner,
  processors: [...inner.processors, ...processors],
});

const onText =
  (...processors: readonly object[]): Step =>
  (inner, { args }) =>
    inner.take === 'first' && args.length === 0 ? add(inner, ...processors) : null;

const first: Step = (inner, { args, named }) => {
  if (inner.kind === 'json_path' || (inner.query === '' && args.length > 0)) {
    const name = textOf(args[0]);
    const of = name === null ? null : member(inner, name);
    return of === null ? null : withDefault(of, args[1]);
  }
  return inner.take === null ? withDefault({ ...inner, take: 'first' }, args[0] ?? named.default) : null;
};

function withDefault(inner: Selection, given: Expression | undefined): Selection | null {
  if (given === undefined) return inner;
  if (given.kind !== 'value') return null;
  return given.value === null ? inner : add(inner, { type: 'default', default: given.value });
}

const all: Step = (inner) =>
  inner.take === null && inner.kind !== 'json_path' ? { ...inner, take: 'all' } : null;

/** A pattern gives its first group, or all of the match where it has none. */
export const regexOf = (pattern: string): object => ({
  type: 'regex',
  pattern,
  group: /(?<!\\)(?:\\\\)*\((?!\?(?!P<))/.test(pattern) ? 1 : 0,
});

const pattern =
  (take: 'first' | 'all'): Step =>
  (inner, { args, named }) => {
    const text = textOf(args[0]);
    if (inner.take !== null || text === null) return null;
    const found = { ...add(inner, regexOf(text)), take, why: firstOnly };
    if (take === 'all')
      return { ...found, why: 'Each value gives its first match, and null where it has none.' };
    return withDefault(found, args[1] ?? named.default);
  };

const steps: Readonly<Record<string, Step>> = {
  get: first,
  extract_first: first,
  getall: all,
  extract: all,
  re_first: pattern('first'),
  re: pattern('all'),
  json: (inner) =>
    inner.query === '' && inner.take === null
      ? { ...inner, kind: 'json_path', query: '$', take: 'first' }
      : null,
  strip: onText({ type: 'strip' }),
  lower: onText({ type: 'lowercase' }),
  upper: onText({ type: 'uppercase' }),
  isoformat: (inner) => (inner.why === dates ? inner : null),
  date: (inner) => (inner.why === dates ? inner : null),
  replace(inner, { args }) {
    const [old, made] = [textOf(args[0]), textOf(args[1])];
    if (inner.take === null || old === null || made === null || args.length > 2) return null;
    return add(inner, { type: 'replace', old, new: made });
  },
  split(inner, { args }) {
    const separator = textOf(args[0]);
    if (inner.take !== 'first' || args.length > 1 || (separator === null && args.length > 0)) return null;
    return add(inner, { type: 'split', ...(separator === null ? {} : { separator }) });
  },
};

const cast =
  (to: string): Step =>
  (inner, { args }) =>
    args.length === 1 ? add(inner, { type: 'cast', to }) : null;

const date =
  (given: (call: Call) => object | null): Step =>
  (inner, call) => {
    const more = given(call);
    return more === null ? null : { ...add(inner, { type: 'parse_datetime', ...more }), why: dates };
  };

/** Functions that are given a text. */
const wrappers: Readonly<Record<string, Step>> = {
  int: cast('int'),
  float: cast('float'),
  str: cast('str'),
  urljoin: (inner) => add(inner, { type: 'urljoin' }),
  remove_tags: (inner) => (inner.query.includes('::') ? inner : { ...inner, toText: true }),
  parse: date(({ args }) => (args.length === 1 ? {} : null)),
  strptime: date(({ args }) => {
    const format = textOf(args[1]);
    return format === null ? null : { format };
  }),
};

/** A selection as a field of a callback. */
export const fieldOf = ({ kind, query, take, toText, processors }: Selection): Record<string, unknown> => ({
  [kind]: query,
  ...(take === 'all' ? { get_all: true } : {}),
  ...(toText ? { to_text: true } : {}),
  ...(processors.length === 0 ? {} : { processors }),
});

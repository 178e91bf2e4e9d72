import { validateSpider } from '../../shared/spider/validate.ts';
import type { Problem } from '../../shared/spider/problems.ts';
import type { Draft } from './draft.ts';
import type { ConversionReport, Notes } from './report.ts';

/** A spider that was converted. */
export interface ConvertedSpider {
  name: string;
  /** The document, which is valid; null: too little is left of it. */
  text: string | null;
  report: ConversionReport;
}

type Step = string | number;
type Path = readonly Step[];

/** Each round removes what the last one made invalid, such as the last field of a callback, and then the rules that name it. */
const maxRounds = 12;

/**
 * Writes the text of a draft. What the check of spiders refuses is taken out and reported, so that the text is valid.
 * Settings that would be stored but never used are taken out, too.
 */
export function finish(draft: Draft, notes: Notes): ConvertedSpider {
  const document = JSON.parse(JSON.stringify(compact(draft))) as unknown;
  for (let round = 0; round < maxRounds; round += 1) {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    const { valid, problems } = validateSpider(text);
    const wrong = problems.filter(isRefused);
    if (wrong.length === 0) return { name: draft.name, text: valid ? text : null, report: notes.report };
    if (!removeAll(document, wrong, notes)) break;
  }
  return { name: draft.name, text: null, report: notes.report };
}

const isRefused = ({ severity, code }: Problem): boolean =>
  severity === 'error' ||
  code === 'setting-unusable' ||
  code === 'setting-unread' ||
  code === 'setting-without-effect';

/** Leaves out what is empty. */
function compact({ rules, settings, callbacks, start_requests: requests, ...rest }: Draft): object {
  return {
    ...rest,
    ...(requests === undefined || requests.length === 0 ? {} : { start_requests: requests }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(rules.length === 0 ? {} : { rules }),
    ...(Object.keys(callbacks).length === 0 ? {} : { callbacks }),
  };
}

/** Takes out what problems are about. @returns whether something was taken out */
function removeAll(document: unknown, problems: readonly Problem[], notes: Notes): boolean {
  const targets = new Map<string, { path: Path; problem: Problem }>();
  for (const problem of problems) {
    const path = targetOf(document, problem);
    if (path === null) {
      notes.lost(notes.originOf(pathOf(problem.pointer, document)), sentence(problem.message));
      return false;
    }
    const key = JSON.stringify(path);
    if (!targets.has(key)) targets.set(key, { path, problem });
  }
  // The origins of all are read before indexes move.
  const found = [...targets.values()].map((target) => ({
    ...target,
    origin: notes.originOf(pathOf(target.problem.pointer, document)),
  }));
  for (const { path, problem, origin } of found.sort((a, b) => compare(b.path, a.path))) {
    if (!removeAt(document, path)) continue;
    notes.removed(path, origin, sentence(problem.message));
  }
  return found.length > 0;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Deep and late parts come after the ones around and before them. */
function compare(a: Path, b: Path): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (step === other) continue;
    if (typeof step === 'number' && typeof other === 'number') return step - other;
    return String(step) < String(other) ? -1 : 1;
  }
  return a.length - b.length;
}

/** What is to be taken out for a problem; null: the spider cannot do without it. */
function targetOf(document: unknown, { pointer, code }: Problem): Path | null {
  const path = pathOf(pointer, document);
  const [part, key] = path;
  if (part === undefined) return null;
  if (code === 'unknown-key') return path;
  switch (part) {
    case 'rules':
      return ruleTarget(document, path);
    case 'callbacks':
      return callbackTarget(path);
    case 'settings':
      // What is missing belongs to the setting that asks for it.
      if (code === 'custom-without-selectors') return ['settings', 'EXTRACTOR_ORDER'];
      return key === undefined ? ['settings'] : ['settings', key];
    case 'start_urls':
    case 'allowed_domains':
    case 'start_requests':
      return key === undefined ? null : [part, key];
    default:
      return part === 'name' ? null : [part];
  }
}

/** A list that limits a rule is never emptied, because an empty one limits nothing. */
function ruleTarget(document: unknown, path: Path): Path {
  const [, index = 0, list] = path;
  const rule: Path = ['rules', index];
  if (list === undefined) return rule;
  if (list === 'callback') return valueAt(document, [...rule, 'follow']) === false ? rule : path;
  if (list === 'follow' || list === 'priority') return [...rule, list];
  const entries = valueAt(document, [...rule, list]);
  if (path.length < 4) return rule;
  if (list === 'deny' || (Array.isArray(entries) && entries.length > 1)) return path.slice(0, 4);
  return rule;
}

/** The innermost processor or field around a problem, or else the part of `iterate`, or the callback. */
function callbackTarget(path: Path): Path {
  const processors = path.lastIndexOf('processors');
  if (processors !== -1 && path.length > processors + 1) return path.slice(0, processors + 2);
  if (path[2] === 'iterate') {
    if (path[3] === 'url_context' && path.length > 4) return path.slice(0, 5);
    return path[3] === 'follow' ? path.slice(0, 4) : path.slice(0, 2);
  }
  let end = 2;
  for (let at = 2; path[at] === 'extract' && path.length > at + 1; at += 2) end = at + 2;
  return path.slice(0, end);
}

/** Reads a JSON pointer. Which steps are indexes shows in the document: an object may have a key "0". */
function pathOf(pointer: string, document: unknown): Step[] {
  const path: Step[] = [];
  let value = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const at = Array.isArray(value) ? Number(key) : key;
    path.push(at);
    value = valueAt(value, [at]);
  }
  return path;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? Reflect.get(inner, step)
        : undefined,
    value,
  );
}

function removeAt(document: unknown, path: Path): boolean {
  const owner = valueAt(document, path.slice(0, -1));
  const key = path.at(-1);
  if (key === undefined || typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, key))
    return false;
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else Reflect.deleteProperty(owner, key);
  return true;
}

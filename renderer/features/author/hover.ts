import { argReferences } from '../../../shared/spider/args.ts';
import { memberOf, membersOf } from '../../../shared/spider/plain.ts';
import { callbackUses } from './callback-uses.ts';
import { typeWords } from './completion.ts';
import { entryAt, nodeAt, parseText, pathAt, valueOf } from '../../../shared/spider/json-path.ts';
import { isCallbackReference, processorSchema, schemaAt } from './spider-schema.ts';

/** An explanation of a range of the text: paragraphs in Markdown, and the range. */
export interface Hover {
  readonly offset: number;
  readonly length: number;
  readonly paragraphs: readonly string[];
}

/** The explanation of the key, value, callback name or processor at an offset. */
export function hoverAt(text: string, offset: number): Hover | null {
  const parsed = parseText(text);
  const path = pathAt(parsed, offset);
  const entry = entryAt(parsed.root, path);
  const key = typeof path.at(-1) === 'string' ? entry?.children?.[0] : undefined;
  const value = nodeAt(parsed.root, path);
  const inside = (node: typeof key) =>
    node !== undefined && node.offset <= offset && offset <= node.offset + node.length;
  const hit = inside(key)
    ? key
    : value !== undefined && inside(value) && value.children === undefined
      ? value
      : null;
  if (hit === null || hit === undefined) return null;
  const document = valueOf(parsed.root ?? undefined);
  const paragraphs =
    isCallbackReference(path) && hit === value
      ? aboutCallback(document, value.value)
      : path[0] === 'callbacks' && path.length === 2
        ? aboutCallback(document, path[1])
        : path.at(-1) === 'type' && path.at(-3) === 'processors' && hit === value
          ? [processorSchema(String(value.value))?.description ?? null]
          : [...aboutValue(path, document), ...(hit === value ? aboutArguments(document, value.value) : [])];
  const told = paragraphs.filter((paragraph) => paragraph !== null);
  return told.length === 0 ? null : { offset: hit.offset, length: hit.length, paragraphs: told };
}

function aboutValue(path: readonly (string | number)[], document: unknown): (string | null)[] {
  const known = schemaAt(path, document);
  // An entry of a list is explained by its list.
  const schema =
    (known?.description ?? null) === null && typeof path.at(-1) === 'number'
      ? schemaAt(path.slice(0, -1), document)
      : known;
  if (schema === null) return [];
  const type = typeof path.at(-1) === 'string' ? typeWords(schema) : null;
  const preset = schema.defaultValue === null ? null : `default \`${JSON.stringify(schema.defaultValue)}\``;
  const facts = [type, preset].filter((fact) => fact !== null).join(' · ');
  return [
    schema.description === null ? null : escapeMarkdown(schema.description),
    facts === '' ? null : `*${facts}*`,
  ];
}

/** What the arguments mean that a text names, and what they are unless a run is given others. */
function aboutArguments(document: unknown, text: unknown): string[] {
  const args = memberOf(document, 'args');
  if (typeof text !== 'string' || args === undefined) return [];
  return argReferences(text).flatMap(({ name }) => {
    const argument = memberOf(args, name);
    if (argument === undefined) return [];
    const about = memberOf(argument, 'description');
    const preset = memberOf(argument, 'default');
    const facts = typeof preset === 'string' ? `default \`${preset.replaceAll('`', '')}\`` : 'no default';
    return [`\`${name}\`: ${typeof about === 'string' ? `${escapeMarkdown(about)} · ` : ''}${facts}`];
  });
}

function aboutCallback(document: unknown, name: unknown): (string | null)[] {
  if (typeof name !== 'string') return [];
  const uses = callbackUses(document, name);
  const used = uses === null ? 'Nothing uses it.' : `Used by ${uses}.`;
  if (name === 'parse_article') {
    return ['Built in: extracts the article of a page with the strategies in `EXTRACTOR_ORDER`.', used];
  }
  const callback = memberOf(memberOf(document, 'callbacks'), name);
  if (callback === undefined) return ['No callback has this name.'];
  const fields = membersOf(memberOf(callback, 'extract')).map(
    ([field]) => `\`${field.replaceAll('`', '')}\``,
  );
  return [
    fields.length === 0 ? 'It has no fields yet.' : `Extracts ${fields.slice(0, 30).join(', ')}.`,
    used,
  ];
}

const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_{}[\]<>]/g, String.raw`\$&`);

import { validate, type SchemaError } from './generated/validate-schema.mjs';
import { nearest } from './nearest.ts';
import type { Path, Report } from './problems.ts';
import { processorTypes, type Spider } from './schema.ts';
import { settingNames } from './settings.ts';
import { labelOf, listed, shorten, whatIsGiven, wrongType, wrongTypeHint } from './wording.ts';

/**
 * Checks types, keys, ranges and choices against the schema, and says in our own words what deviates.
 *
 * @returns the document as a spider where it has the shape of one
 */
export function checkShape(document: unknown, report: Report): Spider | null {
  if (validate(document)) return document;
  // A value of the wrong type also breaks rules for values of the right one; its type is what is wrong with it.
  const settled = new Set<string>();
  for (const error of validate.errors ?? []) {
    if (error.keyword === 'discriminator' || error.keyword === 'type') settled.add(error.instancePath);
  }
  for (const error of validate.errors ?? []) {
    const first = error.keyword === 'discriminator' || error.keyword === 'type';
    if (first || !settled.has(error.instancePath)) reportDeviation(error, document, report);
  }
  return null;
}

function reportDeviation(error: SchemaError, document: unknown, report: Report): void {
  if (report.isFull('error')) return report.error([], 'unlisted', '');
  const path = pathOf(error.instancePath, document);
  const label = labelOf(path);
  const { data, params, parentSchema } = error;
  switch (error.keyword) {
    case 'type':
      return reportType(data, path, params.type, report);
    case 'required':
      return reportMissing(path, String(params.missingProperty), report);
    case 'additionalProperties':
      return reportUnknownKey(path, String(params.additionalProperty), parentSchema.properties, report);
    case 'enum':
      return reportChoice(data, path, parentSchema.enum, report);
    case 'discriminator':
      return reportProcessorType(path, params.tagValue, report);
    case 'minimum':
    case 'maximum':
      return report.error(path, 'out-of-range', `${label} must be ${range(parentSchema)}`);
    case 'minItems':
      return report.error(path, 'too-few', `${label} must have at least one entry`);
    case 'minProperties':
      return report.error(path, 'callback-empty', emptyCallback(path));
    case 'minLength':
      return reportEmpty(path, report);
    case 'maxLength': {
      const message = `${label} must have at most ${String(parentSchema.maxLength)} characters; it has ${String(data).length}`;
      return report.error(path, 'too-long', message);
    }
    case 'pattern':
      // The only text with a pattern is the name of the spider; an empty one is reported by its length.
      if (data !== '')
        report.error(path, 'invalid-name', `Invalid spider name: '${shorten(String(data))}'`, {
          hint: 'Use letters, digits, "-" and "_" only.',
        });
      return;
    default:
      return report.error(path, 'invalid', `${label} is not what a spider can have here`);
  }
}

/** Reads Ajv's pointer. Which steps are indexes shows in the document: an object may have a key "0". */
function pathOf(pointer: string, document: unknown): Path {
  const path: (string | number)[] = [];
  let value = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(value) ? Number(key) : key);
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }
  return path;
}

function reportType(value: unknown, path: Path, type: unknown, report: Report): void {
  // Said already, where the number was read.
  if (typeof value === 'number' && !Number.isFinite(value)) return;
  if (typeof value === 'object' && value === null && isCallbackFields(path)) {
    return report.error(path, 'callback-empty', emptyCallback(path));
  }
  const wanted = String(Array.isArray(type) ? type[0] : type);
  const optional = typeof path.at(-1) === 'string' && !requiredAtTop.has(String(path.at(-1)));
  report.error(path, 'wrong-type', wrongType(value, labelOf(path), wanted), {
    hint: wrongTypeHint(value, wanted, optional),
  });
}

const requiredAtTop = new Set(['name', 'allowed_domains', 'start_urls']);

function isCallbackFields(path: Path): boolean {
  return path.length === 3 && path[0] === 'callbacks';
}

function reportMissing(path: Path, key: string, report: Report): void {
  if (path[0] === 'callbacks' && path.length === 2) {
    return report.error(path, 'callback-empty', emptyCallback(path));
  }
  const owner = path.length === 0 ? '' : ` in ${labelOf(path)}`;
  report.error(path, 'missing-key', `${key} is required${owner}`, { hint: `Add "${key}".` });
}

function emptyCallback(path: Path): string {
  return `Callback '${shorten(String(path[1]))}' must extract at least one field`;
}

function reportUnknownKey(path: Path, key: string, properties: unknown, report: Report): void {
  const known = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const near = nearest(key, known);
  const isSetting = path.length === 0 && settingNames.includes(key);
  const advice = isSetting
    ? 'It belongs into settings.'
    : near === null
      ? `Allowed: ${known.toSorted().join(', ')}`
      : `Did you mean '${near}'?`;
  report.error([...path, key], 'unknown-key', `Unknown key: '${shorten(key)}'. ${advice}`, {
    at: 'key',
    hint: isSetting
      ? 'Move it into "settings".'
      : near === null
        ? 'Remove it.'
        : `Rename it to "${near}", or remove it.`,
  });
}

function reportChoice(value: unknown, path: Path, choices: unknown, report: Report): void {
  const allowed = Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];
  const text = String(value);
  const near = nearest(text, allowed);
  const hint = near === null ? null : `Did you mean "${near}"?`;
  const list = allowed.join(', ');
  const parameter = path.findLast((step) => typeof step === 'string');
  const [code, what] =
    path[0] === 'settings' && parameter === 'EXTRACTOR_ORDER'
      ? ['unknown-extractor', 'Unknown extractor']
      : path[0] === 'settings' && parameter === 'CHALLENGE_STRATEGY'
        ? ['unknown-strategy', 'Invalid challenge strategy']
        : parameter === 'to'
          ? ['unknown-cast', 'Unknown cast target']
          : ['unknown-field-type', 'Unknown field type'];
  report.error(path, code, `${what}: ${shorten(text)}. Allowed: ${list}`, { hint });
}

function reportProcessorType(path: Path, type: unknown, report: Report): void {
  if (type === undefined) return reportMissing(path, 'type', report);
  if (typeof type !== 'string') {
    return report.error([...path, 'type'], 'wrong-type', `${whatIsGiven(type)}; type must be text`);
  }
  const near = nearest(type, processorTypes);
  const allowed = listed(processorTypes);
  report.error(
    [...path, 'type'],
    'unknown-processor',
    `Unknown processor type: ${shorten(type)}. Allowed: ${allowed}`,
    {
      hint: near === null ? null : `Did you mean "${near}"?`,
    },
  );
}

function reportEmpty(path: Path, report: Report): void {
  const list = path.at(-2);
  if (path[0] === 'rules' && (list === 'allow' || list === 'deny')) {
    return report.error(path, 'empty-pattern', 'Patterns must be non-empty strings', {
      hint: 'Remove it, or write a regular expression.',
    });
  }
  report.error(path, 'empty-text', `${labelOf(path)} must not be empty`);
}

/** The range of a number as the messages of the specification write it: `>= 1 and <= 32`. */
function range(schema: Readonly<Record<string, unknown>>): string {
  const { minimum, maximum } = schema;
  const limits = [
    ...(typeof minimum === 'number' ? [`>= ${minimum}`] : []),
    ...(typeof maximum === 'number' ? [`<= ${maximum}`] : []),
  ];
  return limits.join(' and ');
}

import { isObject, memberOf } from './plain.ts';
import type { Path } from './problems.ts';
import { ExpectSchema, processorSchemas, RuleSchema, SettingsSchema } from './schema.ts';

/** Whether the value at a path of a spider must be a number or null. */
export function takesNumberOnly(path: Path): boolean {
  const types = [memberOf(schemaAt(path), 'type')].flat();
  return types.includes('number') || types.includes('integer');
}

/** The schema of a value that may be a number; null for all other paths. */
function schemaAt(path: Path): unknown {
  const [part, first, key] = path;
  if (part === 'expect') return schemaIn(ExpectSchema, path.slice(1));
  if (part === 'settings' && typeof first === 'string') {
    const schema = memberOf(SettingsSchema.properties, first);
    return path.length === 2 ? schema : path.length === 3 ? memberOf(schema, 'items') : null;
  }
  if (part === 'rules' && path.length === 3 && typeof key === 'string')
    return memberOf(RuleSchema.properties, key);
  const [list, , parameter] = path.slice(-3);
  if (list !== 'processors' || typeof parameter !== 'string') return null;
  // No two processors have a parameter of the same name.
  return processorSchemas.map(({ properties }) => memberOf(properties, parameter)).find(isObject) ?? null;
}

/** The schema of a value in a schema of objects, maps and lists; null: there is none. */
function schemaIn(root: unknown, path: Path): unknown {
  let schema = root;
  for (const step of path) {
    schema =
      typeof step === 'number'
        ? memberOf(schema, 'items')
        : (memberOf(memberOf(schema, 'properties'), step) ?? memberOf(schema, 'additionalProperties'));
  }
  return schema ?? null;
}

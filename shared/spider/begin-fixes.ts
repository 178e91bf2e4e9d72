import type { FixableText, Pointer } from './fixable-text.ts';
import { nearest } from './nearest.ts';
import { memberOf, membersOf } from './plain.ts';
import type { Problem } from './problems.ts';
import { said, type QuickFix } from './syntax-fixes.ts';

/** Fixes of problems with arguments and generated URLs; null for any other problem. */
export function beginFixes(text: FixableText, problem: Problem, path: Pointer): QuickFix[] | null {
  switch (problem.code) {
    case 'undeclared-argument':
      return undeclared(text, problem, path);
    case 'argument-unused':
      return [text.remove(path)];
    case 'invalid-argument-name':
      return renamedArgument(text, path);
    case 'setting-unusable':
      if (path[1] === 'GENERATED_URLS') return generated(text, problem, path);
      return path[1] === 'PAGINATED_LISTINGS' ? misnamed(text, problem, path) : null;
    default:
      return null;
  }
}

/** Names an argument that is there, or declares the one that is named. */
function undeclared(text: FixableText, { message }: Problem, path: Pointer): QuickFix[] {
  const value = text.valueAt(path);
  const name = said(message, /'\$\{([^{}]*)\}'$/);
  if (typeof value !== 'string' || name === null) return [];
  const near = nearest(
    name,
    membersOf(text.valueAt(['args'])).map(([declared]) => declared),
  );
  const change =
    near === null
      ? []
      : [
          text.write(
            path,
            value.replaceAll(`\${${name}}`, () => `\${${near}}`),
          ),
        ];
  const declare = text.set(['args', name], { default: '' }, `Declare the argument "${name}"`);
  return /^[A-Za-z_]\w*$/.test(name) ? [...change, { ...declare, preferred: near === null }] : change;
}

function renamedArgument(text: FixableText, path: Pointer): QuickFix[] {
  const name = String(path.at(-1))
    .replaceAll(/\W+/g, '_')
    .replace(/^(?=\d)/, '_');
  if (!/[A-Za-z\d]/.test(name) || memberOf(text.valueAt(['args']), name) !== undefined) return [];
  return [text.rename(path, name)];
}

/** Makes placeholders and variables of a template agree, and what is done with its pages. */
function generated(text: FixableText, { message }: Problem, path: Pointer): QuickFix[] | null {
  const missing = said(message, /vars has no variable for \{(\w+)\}$/);
  if (missing !== null) {
    const values = { type: 'range', from: 1, to: 10 };
    return [text.set([...path.slice(0, -1), 'vars', missing], values, `Add values for {${missing}}`)];
  }
  if (message.includes(': the template has no {')) return [text.remove(path)];
  if (message.endsWith('it can have one of them')) {
    return [text.remove([...path.slice(0, -1), 'follow']), text.remove(path)];
  }
  return misnamed(text, { message }, path);
}

/** Renames a key of a setting that is spelled nearly as one that is known. */
function misnamed(
  text: FixableText,
  { message }: Pick<Problem, 'message'>,
  path: Pointer,
): QuickFix[] | null {
  const key = said(message, /^Unknown key: .* Did you mean '(.+)'\?$/);
  return key === null ? null : [text.rename(path, key)];
}

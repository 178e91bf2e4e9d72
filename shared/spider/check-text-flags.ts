import { selectsText } from './check-expressions.ts';
import { isSet, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';

const flags = ['to_text', 'to_markdown'] as const;

/** Warns about `download` where it has no effect. */
export function checkDownload(field: PlainObject, path: Path, report: Report): void {
  if (field.download !== true) return;
  const isFollow = path[2] === 'iterate';
  if (field.type !== 'nested_list' && !isFollow) return;
  const message = `download has no effect ${isFollow ? 'in follow' : 'on a nested_list'}`;
  const hint = isFollow ? 'Set it on a field of extract.' : 'Set it on the fields of its items.';
  report.warning([...path, 'download'], 'field-key-without-effect', message, { at: 'key', hint });
}

/** Checks `to_text` and `to_markdown` of a field: each is for one element. */
export function checkTextFlags(field: PlainObject, path: Path, report: Report): void {
  const on = flags.filter((flag) => field[flag] === true);
  if (on.length === 2) {
    report.error(path, 'text-and-markdown', "Field must have either 'to_text' or 'to_markdown', not both", {
      hint: 'Remove one of them.',
    });
  }
  for (const flag of on) {
    const without = whyWithoutEffect(field, flag);
    if (without !== null) {
      const { message, hint } = without;
      report.warning([...path, flag], 'field-key-without-effect', message, { at: 'key', hint });
    } else if (field.get_all === true) {
      report.error(
        [...path, flag],
        'text-of-list',
        `${flag} is for one element, so it cannot stand beside get_all`,
        {
          at: 'key',
          hint: 'Remove one of them; a nested_list gives the text of each element.',
        },
      );
    }
  }
}

function whyWithoutEffect(
  { type, css, xpath, json_path: jsonPath }: PlainObject,
  flag: string,
): { message: string; hint: string } | null {
  if (type === 'nested_list')
    return { message: `${flag} has no effect on a nested_list`, hint: 'Set it on the fields of its items.' };
  if (isSet(jsonPath)) {
    const message = `${flag} has no effect beside json_path, which selects values and not elements`;
    return { message, hint: `Remove ${flag}.` };
  }
  if (!selectsText(css, xpath)) return null;
  const message = `${flag} has no effect where text or an attribute is selected`;
  return { message, hint: `Select the element, or remove ${flag}.` };
}

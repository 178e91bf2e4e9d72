import type { Cell, RunComparison } from '../../../shared/contract/types.ts';
import { causeSentence } from '../../../shared/comparison-words.ts';
import type { CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';
import { renderTable } from '../table.ts';

/** `runs diff`: what differs between two runs. */
export const diff: CommandSpec = {
  usage: 'diff <before> <after>',
  summary: 'compare two runs: added, removed, changed, and why',
  description:
    'Compares the items of two runs by expect.key, the row or the URL, and says whether the site or the spider made them differ. ' +
    'Exit code 0 whether or not they differ.',
  options: [
    {
      flags: '--key <field>',
      description: 'the field that tells items apart; may be given several times',
      repeatable: true,
    },
  ],
  examples: [
    ['runs diff 12 15', 'what is new, gone and changed in run 15'],
    ['runs diff 12 15 --key sku', 'the same, with items told apart by their sku'],
  ],
  async run({ output, options, ask }, [before = '', after = '']) {
    const key = options.list('key');
    const found = await ask('runs.compare', { before, after, ...(key.length === 0 ? {} : { key }) });
    output.result(found, () => printable(describeDifferences(found)));
  },
};

/** What differs between two runs, in text. */
export function describeDifferences(found: RunComparison): string {
  const {
    before,
    after,
    items,
    key,
    keyless,
    added,
    removed,
    changed,
    unchanged,
    duplicates,
    fields,
    examples,
  } = found;
  const parts = [
    `Run ${before.id} (version ${before.version}, ${count(items.before, 'item')}) and run ${after.id} (version ${after.version}, ${count(items.after, 'item')}):`,
    renderTable(
      ['added', 'removed', 'changed', 'unchanged'],
      [[added, removed, changed, unchanged].map(String)],
    ),
    causeSentence(found),
  ];
  if (keyless.before + keyless.after > 0)
    parts.push(
      `Without ${key.join(' or ')}, and so told apart by row or URL: ${count(keyless.before, 'item')} before, ${count(keyless.after, 'item')} after.`,
    );
  if (duplicates.before + duplicates.after > 0)
    parts.push(
      `The same key occurs again in ${count(duplicates.before, 'item')} before and ${count(duplicates.after, 'item')} after.`,
    );
  if (fields.length > 0)
    parts.push(
      '',
      renderTable(
        ['field', 'changed', 'filled', 'emptied', 'by the site', 'by the spider'],
        fields.map(({ field, cause, ...times }) => [
          field,
          ...[times.changed, times.added, times.removed, cause.site, cause.spider].map(String),
        ]),
      ),
    );
  if (examples.length > 0)
    parts.push(
      '',
      renderTable(
        ['item', 'field', 'before', 'after', 'cause'],
        examples.flatMap(({ kind, key, url, cause, fields: differing }) =>
          kind === 'changed'
            ? differing.map((each) => [
                key,
                each.field,
                textOf(each.before),
                textOf(each.after),
                each.cause ?? '',
              ])
            : [[key === url ? url : `${key} ${url}`, `(${kind})`, '', '', cause ?? '']],
        ),
      ),
    );
  return parts.join('\n');
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? cell.preview : String(cell);
}

import type { Spider } from '../../../../shared/spider/schema.ts';
import { fitsField } from '../../../expectations/field-meter.ts';
import { itemValue } from '../../../expectations/item-value.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Items that are looked at; of more, an evenly spaced sample of this size. */
const maxItems = 20_000;

/**
 * The requests of a run from whose pages an item comes in which one of some fields is empty, or not as the spider expects it.
 * @param spider of the run
 * @param fields names of the fields by callback
 */
export async function failingPages(
  { queries }: Workspace,
  { id, project, spider: name }: RunRow,
  spider: Spider,
  fields: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlySet<string>> {
  if (fields.size === 0) return new Set();
  const expected = spider.expect?.fields ?? {};
  const { rows } = await queries.items.sample({ project, spider: name, run: id }, maxItems);
  const failing = rows.filter((item) =>
    [...(fields.get(item.callback) ?? [])].some(
      (field) => !fitsField(itemValue(item, field), expected[field] ?? {}),
    ),
  );
  return new Set(failing.map(({ request }) => request));
}

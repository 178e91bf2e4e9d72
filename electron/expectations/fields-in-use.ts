import { callbackReferences } from '../../shared/spider/callback-references.ts';
import { itemFields } from '../../shared/spider/item-fields.ts';
import { builtInCallback, type Spider } from '../../shared/spider/schema.ts';

/** The names of the fields that items can have, by callback. Articles are among them only if a spider makes some. */
export function fieldsInUse(spider: Spider): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map(itemFields(spider));
  const makesArticles =
    (spider.rules ?? []).length === 0 ||
    callbackReferences(spider).some(({ name }) => name === builtInCallback);
  if (!makesArticles) fields.delete(builtInCallback);
  return fields;
}

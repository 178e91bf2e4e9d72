import { languageOfEntries, type SelectorLanguage } from '../../shared/selectors/language.ts';
import type { FieldExtract } from '../../shared/spider/schema.ts';

/**
 * The selector of a field: that of the items of a nested list, else that of its value. Of a path into JSON inside a page that
 * of the text.
 */
export function sourceOf(field: FieldExtract): {
  language: SelectorLanguage | null;
  selector: string | null;
} {
  if (field.type === 'nested_list') {
    const selector = field.selector ?? null;
    return { language: selector === null ? 'css' : languageOfEntries(selector), selector };
  }
  if (typeof field.css === 'string') return { language: 'css', selector: field.css };
  if (typeof field.xpath === 'string') return { language: 'xpath', selector: field.xpath };
  if (typeof field.json_path === 'string') return { language: 'json', selector: field.json_path };
  return { language: null, selector: null };
}

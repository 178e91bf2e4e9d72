import { validateSpider } from '../../../shared/spider/validate.ts';

/** The smallest spider, with changes. */
export function spiderWith(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'news', allowed_domains: ['example.com'], start_urls: ['https://example.com/'], ...changes };
}

/** A spider with one rule. */
export const ruleWith = (rule: unknown) => spiderWith({ rules: [rule] });

/** A spider with settings. */
export const settingsWith = (settings: unknown) => spiderWith({ settings });

/** A spider whose callback "page" is used and has one field "f". */
export function fieldWith(field: unknown) {
  return spiderWith({
    rules: [{ callback: 'page' }],
    callbacks: { page: { extract: { f: field } } },
  });
}

/** The same with one processor on the field. */
export const processorWith = (processor: unknown) => fieldWith({ css: 'h1::text', processors: [processor] });

export const fieldPointer = '/callbacks/page/extract/f';
export const processorPointer = `${fieldPointer}/processors/0`;

/** Problems as `pointer code: message`, errors first marked `!`, warnings `?`. */
export function problemsOf(input: unknown): string[] {
  return validateSpider(input).problems.map(
    ({ pointer, severity, code, message }) =>
      `${severity === 'error' ? '!' : '?'} ${pointer} ${code}: ${message}`,
  );
}

/** Problems of a text as `line:column pointer code`. */
export function placesOf(text: string): string[] {
  return validateSpider(text).problems.map(
    ({ line, column, pointer, code }) => `${line}:${column} ${pointer} ${code}`,
  );
}

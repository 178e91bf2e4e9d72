import { applyEdits, modify } from 'jsonc-parser';
import { hostOf } from './names.ts';

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/** A template with the given name and, optionally, another site. Its formatting is kept. */
export function textOf(template: string, name: string, startUrl: string | null): string {
  const set = (text: string, key: string, value: unknown) =>
    applyEdits(text, modify(text, [key], value, { formattingOptions }));
  const named = set(template, 'name', name);
  const host = startUrl === null ? null : hostOf(startUrl);
  if (host === null) return named;
  return set(set(named, 'allowed_domains', [host]), 'start_urls', [startUrl]);
}

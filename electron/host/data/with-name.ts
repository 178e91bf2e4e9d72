import { applyEdits, modify } from 'jsonc-parser';

/** Replaces the name in a spider's text; everything else stays. */
export function withName(text: string, name: string): string {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return applyEdits(body, modify(body, ['name'], name, {}));
}

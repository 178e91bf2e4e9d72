import type { GivenAction } from '../../../../shared/spider/actions-schema.ts';
import { setValue } from '../../../../shared/spider/json-edits.ts';
import { nodeAt, parseText, valueOf } from '../../../../shared/spider/json-path.ts';
import { applyEdits } from '../../../../shared/spider/text-edits.ts';
import { getDocument, replaceText, type SpiderKey } from '../../../spider-document/document.ts';
import { differenceOf } from '../../../spider-document/selector-edits.ts';

/**
 * The text of a spider with actions behind those that it has, and with the browser first in EXTRACTOR_ORDER, because no other way of
 * reading a page acts on it.
 * @returns null where the text is broken
 */
export function withActions(text: string, actions: readonly GivenAction[]): string | null {
  const { root } = parseText(text);
  const before: unknown = valueOf(nodeAt(root, ['settings', 'BROWSER_ACTIONS']));
  const all = [...(Array.isArray(before) ? before : []), ...actions];
  const acting = setValue(text, ['settings', 'BROWSER_ACTIONS'], all);
  if (acting === null) return null;
  const written = applyEdits(text, acting);
  const order: unknown = valueOf(nodeAt(root, ['settings', 'EXTRACTOR_ORDER']));
  const others = (Array.isArray(order) ? order : []).filter((each) => each !== 'browser');
  const rendering = setValue(written, ['settings', 'EXTRACTOR_ORDER'], ['browser', ...others]);
  return rendering === null ? null : applyEdits(written, rendering);
}

/** Writes actions into the settings of a spider, as one step that can be undone. @returns whether they are there */
export function keepActions(key: SpiderKey, actions: readonly GivenAction[]): boolean {
  const text = getDocument(key)?.text;
  const after = text === undefined ? null : withActions(text, actions);
  if (text === undefined || after === null) return false;
  replaceText(key, [differenceOf(text, after)], 'Keep as actions');
  return true;
}

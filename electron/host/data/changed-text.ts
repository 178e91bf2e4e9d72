import { isDeepStrictEqual } from 'node:util';
import type { JsonValue, SpiderChange } from '../../../shared/contract/types.ts';
import { insertItem, inTurn, removeAt, setValue, type Edits } from '../../../shared/spider/json-edits.ts';
import { entriesOf, isObject, memberOf } from '../../../shared/spider/plain.ts';
import { toPointer } from '../../../shared/spider/problems.ts';
import { replaceUrl, type UrlReplacement } from '../../../shared/spider/replace-url.ts';
import { applyEdits } from '../../../shared/spider/text-edits.ts';
import { lenientSpider } from './lenient-spider.ts';
import { jsonRecord } from './rows.ts';

/** What is changed in many spiders. */
export interface TextChange {
  set: Readonly<Record<string, JsonValue>>;
  unset: readonly string[];
  replaceUrl: UrlReplacement | null;
}

/** A text after a change, and what the change did to it. */
export type ChangedText = Pick<SpiderChange, 'after' | 'settings' | 'replaced' | 'mentions'>;

/** The longest text of a place that is told, in UTF-16 units. */
const maxTold = 500;

type Step = (text: string) => Edits | null;

/** Makes the change in the text of a spider, valid or not; what it is not about stays byte for byte. */
export function changedText(text: string, change: TextChange): ChangedText {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const { value } = lenientSpider(body);
  const settings = settingSteps(memberOf(value, 'settings'), change);
  const urls = change.replaceUrl === null ? null : replaceUrl(value, change.replaceUrl);
  const domains = entriesOf(memberOf(value, 'allowed_domains')).length;
  const edits = inTurn(body, [
    ...settings.map(({ step }) => step),
    ...(urls?.replaced ?? []).map(
      ({ path, after }): Step =>
        (now) =>
          setValue(now, path, after),
    ),
    ...(urls?.added ?? []).map(
      (domain, index): Step =>
        (now) =>
          insertItem(now, ['allowed_domains'], domains + index, domain),
    ),
  ]);
  const told = ({ path, text: found }: { path: readonly (string | number)[]; text: string }) => ({
    pointer: toPointer(path),
    text: found.slice(0, maxTold),
  });
  return {
    // A text without a place for the change stays as it is.
    after: mark + (edits === null ? body : applyEdits(body, edits)),
    settings: edits === null ? [] : settings.map(({ told: setting }) => setting),
    replaced: edits === null ? [] : (urls?.replaced ?? []).map(told),
    mentions: (urls?.mentions ?? []).map(told),
  };
}

/** The settings that differ, each with its edit. */
function settingSteps(
  given: unknown,
  { set, unset }: TextChange,
): { told: SpiderChange['settings'][number]; step: Step }[] {
  const has = (key: string): boolean => isObject(given) && Object.hasOwn(given, key);
  const known = jsonRecord(isObject(given) ? given : {});
  const before = (key: string): { before?: JsonValue } => {
    const value = known[key];
    return value === undefined ? {} : { before: value };
  };
  const written = Object.entries(set)
    .filter(([key, value]) => !has(key) || !isDeepStrictEqual(memberOf(given, key), value))
    .map(([key, after]) => ({
      told: { key, ...before(key), after },
      step: (text: string) => setValue(text, ['settings', key], after),
    }));
  const removed = unset.filter(has).map((key) => ({
    told: { key, ...before(key) },
    step: (text: string) => removeAt(text, ['settings', key]),
  }));
  return [...written, ...removed];
}

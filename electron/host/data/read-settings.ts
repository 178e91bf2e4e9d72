import { isObject, memberOf } from '../../../shared/spider/plain.ts';
import type { Settings } from '../../../shared/spider/settings-schema.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { lenientSpider } from './lenient-spider.ts';
import { withUsualArgs } from './run-args.ts';

/** A minimal valid spider, in which parts of another one are checked. */
export const frame = {
  name: 'tester',
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
};

/** The valid settings of a text; none where it cannot be read. */
export function readSettingsOf(text: string): Settings {
  return validSettings(lenientSpider(text).value);
}

/** The settings of a spider without those that are invalid, with the usual arguments. @param value parsed JSON of the spider */
export function validSettings(value: unknown): Settings {
  const settings = memberOf(value, 'settings');
  if (!isObject(settings)) return {};
  const args = validateSpider({ ...frame, args: memberOf(value, 'args') }).spider?.args ?? null;
  let kept: Record<string, unknown> = { ...settings };
  for (let round = 0; round < 3; round += 1) {
    const { spider, problems } = validateSpider({ ...frame, args, settings: kept });
    if (spider !== null) return withUsualArgs(spider).settings ?? {};
    const wrong = problems.filter(({ severity }) => severity === 'error');
    const broken = new Set(wrong.map(({ pointer }) => pointer.split('/')[2]));
    kept = Object.fromEntries(Object.entries(kept).filter(([name]) => !broken.has(name)));
  }
  return {};
}

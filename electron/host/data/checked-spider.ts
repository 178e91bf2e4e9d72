import type { Advice } from '../../../shared/contract/advice.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { validateSpider, type Problem } from '../../../shared/spider/validate.ts';
import { HostError } from '../errors.ts';

/**
 * Validates a spider.
 * @param input text or parsed JSON
 * @param what names the spider in the error
 * @param advice what to do where the first problem has no hint
 * @throws HostError `invalid-spider`, with all problems in `details`
 */
export function checkedSpider(
  input: unknown,
  what: string,
  advice: Advice | string = { hint: null, action: { action: 'validate-spider' } },
): { spider: Spider; problems: Problem[] } {
  const { spider, problems } = validateSpider(input);
  if (spider !== null) return { spider, problems };
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const place = typeof first?.line !== 'number' ? '' : ` (line ${first.line}, column ${first.column ?? 1})`;
  const more = errors.length > 1 ? ` And ${errors.length - 1} more.` : '';
  throw new HostError(
    'invalid-spider',
    `${what} is not a valid spider: ${first?.message ?? 'unknown problem'}${place}.${more}`.replace(
      '..',
      '.',
    ),
    first?.hint ?? advice,
    { problems },
  );
}

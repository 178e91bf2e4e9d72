import { describe, expect, it } from 'vitest';
import { validateSpider } from '../../../shared/spider/validate.ts';

const hintsFor = (more: object) =>
  validateSpider({
    ...{ name: 'a', allowed_domains: ['a.example'], start_urls: ['https://a.example/'] },
    ...more,
  }).problems.map(({ hint }) => hint);

describe('names of other tools', () => {
  it.each([
    [{ settings: { CLOUDFLARE_ENABLED: true } }, 'Did you mean CHALLENGE_ENABLED?'],
    [{ settings: { BROWSER_ENABLED: true } }, 'Did you mean CHALLENGE_ENABLED?'],
    [{ settings: { PLAYWRIGHT_DELAY: 2 } }, 'Did you mean BROWSER_DELAY?'],
    [
      { settings: { FIELDS: {} } },
      'Its fields belong into a callback; importing it as a spider of scrapai makes one.',
    ],
    [{ settings: { EXTRACTOR_ORDER: ['trafilatura'] } }, 'Did you mean "textparser"?'],
    [
      { sections: [] },
      'Each is a rule, and its fields a callback; importing it as a spider of scrapai writes them.',
    ],
    [{ settings: { RETRY_TIME: 2 } }, 'Did you mean RETRY_TIMES?'],
  ])('are answered with the equal one: %j', (more, hint) => {
    expect(hintsFor(more)).toEqual([hint]);
  });
});

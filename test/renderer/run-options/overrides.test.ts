import { describe, expect, it } from 'vitest';
import {
  checkOverrides,
  knownSettings,
  privateStarts,
} from '../../../renderer/run-options/check-overrides.ts';
import { completions } from '../../../renderer/run-options/complete-override.ts';
import {
  overridesRecord,
  readOverride,
  readOverrides,
  withOverride,
} from '../../../renderer/run-options/overrides.ts';

describe('settings for one run', () => {
  it.each([
    ['DOWNLOAD_DELAY=2', { name: 'DOWNLOAD_DELAY', value: '2' }],
    [' USER_AGENT = a=b ', { name: 'USER_AGENT', value: 'a=b' }],
    ['DOWNLOAD_DELAY', null],
    ['=2', null],
  ])('%j', (text, override) => {
    expect(readOverride(text)).toEqual(override);
  });

  it('are pasted as lines, also as they stand on a command line', () => {
    expect(readOverrides('DOWNLOAD_DELAY=2\n--set ROBOTSTXT_OBEY=true\n\nnonsense')).toEqual({
      overrides: [
        { name: 'DOWNLOAD_DELAY', value: '2' },
        { name: 'ROBOTSTXT_OBEY', value: 'true' },
      ],
      rest: ['nonsense'],
    });
  });

  it('are JSON where that parses, else text; of one name the last one counts', () => {
    const overrides = [
      { name: 'DOWNLOAD_DELAY', value: '1' },
      { name: 'USER_AGENT', value: 'Me' },
      { name: 'EXTRACTOR_ORDER', value: '["textparser"]' },
    ];
    const changed = withOverride(overrides, { name: 'DOWNLOAD_DELAY', value: '2.5' });
    expect(overridesRecord(changed)).toEqual({
      DOWNLOAD_DELAY: 2.5,
      USER_AGENT: 'Me',
      EXTRACTOR_ORDER: ['textparser'],
    });
  });

  it.each([
    ['CONCURRENT_REQUESTS', '99', 'error'],
    ['CONCURRENT_REQUESTS', 'many', 'error'],
    ['CONCURRENT_REQUESTS', '4', undefined],
    ['DOWNLOAD_DELAYY', '2', 'warning'],
    ['ROBOTSTXT_OBEY', 'yes', 'error'],
    ['EXTRACTOR_ORDER', '["custom"]', 'error'],
  ])('%s=%s: %s', (name, value, severity) => {
    expect(checkOverrides(null, [{ name, value }]).get(name)?.severity).toBe(severity);
  });

  it('are checked with what the spider itself sets, and only what they bring about is told', () => {
    const text = JSON.stringify({ settings: { CUSTOM_SELECTORS: { title: 'h1' }, NONSENSE: 1 } });
    expect(checkOverrides(text, [{ name: 'EXTRACTOR_ORDER', value: '["custom"]' }])).toEqual(new Map());
    expect(checkOverrides('{ broken', [{ name: 'DOWNLOAD_DELAY', value: '2' }])).toEqual(new Map());
  });
});

describe('completion', () => {
  const titles = (text: string) => completions(text, knownSettings).map(({ title }) => title);

  it('finds settings by their beginning, then by a part, then by what they do', () => {
    expect(titles('down')[0]).toMatch(/^DOWNLOAD_/u);
    expect(titles('delay')).toContain('DOWNLOAD_DELAY');
    expect(titles('cookies')).toContain('COOKIES_ENABLED');
    expect(titles('in flight')).toContain('CONCURRENT_REQUESTS');
    expect(titles('zzz')).toEqual([]);
  });

  it('offers values behind the equals sign', () => {
    expect(titles('ROBOTSTXT_OBEY=')).toEqual(['ROBOTSTXT_OBEY=true', 'ROBOTSTXT_OBEY=false']);
    expect(titles('ROBOTSTXT_OBEY=f')).toEqual(['ROBOTSTXT_OBEY=false']);
    expect(titles('NOTHING=')).toEqual([]);
  });
});

describe('addresses that need a switch', () => {
  it.each([
    ['http://127.0.0.1:8080/', true],
    ['http://localhost/', true],
    ['http://192.168.1.4/', true],
    ['http://172.20.0.1/', true],
    ['http://[::1]/', true],
    ['http://nas.local/', true],
    ['https://example.org/', false],
    ['https://172.40.0.1/', false],
    ['nonsense', false],
  ])('%s: %s', (url, isPrivate) => {
    expect(privateStarts(JSON.stringify({ start_urls: [url] }))).toEqual(isPrivate ? [url] : []);
  });

  it('are none where the text cannot be read', () => {
    expect(privateStarts('{')).toEqual([]);
    expect(privateStarts('{"start_urls": 5}')).toEqual([]);
  });
});

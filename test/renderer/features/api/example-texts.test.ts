import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, test } from 'vitest';
import { examplesOf, languages, type ExampleFacts } from '../../../../renderer/features/api/example-texts.ts';

const facts: ExampleFacts = {
  origin: 'http://127.0.0.1:8321',
  secret: 'sps_secret',
  spider: { project: 'my shops', spider: `it's "so"` },
};
const textOf = (language: (typeof languages)[number], changes: Partial<ExampleFacts> = {}): string =>
  examplesOf(language, { ...facts, ...changes })
    .map(({ text }) => text)
    .join('\n');

describe('examples to copy', () => {
  test.each(languages)('in %s have the address and the key, once it is known', (language) => {
    expect(textOf(language)).toContain('sps_secret');
    expect(textOf(language)).toContain('http://127.0.0.1:8321');
    expect(textOf(language, { secret: null })).toContain('YOUR_KEY');
  });

  test.each(languages)('in %s name no spider where there is none', (language) => {
    expect(textOf(language, { spider: null })).not.toMatch(/crawl/u);
  });

  test('quote names for the shell', () => {
    const text = textOf('curl');
    expect(text).toContain(String.raw`-d '{"project":"my shops","spider":"it'\''s \"so\""}'`);
    expect(text).toContain("/api/results/it'\\''s%20%22so%22?project=my%20shops'");
  });

  test('are TypeScript, whatever the spider is called', () => {
    for (const { text } of examplesOf('typescript', facts))
      expect(() => stripTypeScriptTypes(text)).not.toThrow();
  });

  test('are JSON for assistants', () => {
    expect(examplesOf('mcp', facts).map(({ text }): unknown => JSON.parse(text))).toEqual([
      { mcpServers: { 'spider-studio': { command: 'spider-studio', args: ['mcp'] } } },
      {
        mcpServers: {
          'spider-studio': {
            type: 'http',
            url: 'http://127.0.0.1:8321/mcp',
            headers: { Authorization: 'Bearer sps_secret' },
          },
        },
      },
    ]);
  });
});

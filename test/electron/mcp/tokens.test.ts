import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../electron/mcp/answers/tokens.ts';

describe('the count of tokens', () => {
  // What a usual tokenizer of today counts, and at most how much more we may.
  it.each([
    ['nothing', '', 0, 1],
    ['a sentence', 'The quick brown fox jumps over the lazy dog.', 10, 2],
    ['JSON', '{"name":"Brass lamp","price":19.99,"inStock":true}', 18, 2],
    ['a selector', 'article.product_pod > h3 > a::attr(href)', 14, 2],
    ['a path', 'https://www.example.com/shop/lamps/brass-lamp-2?page=12', 18, 2],
    ['random letters', 'aZ8kQ0vLmT3xR7yB1nWc', 15, 2],
    ['digits', '3.14159265358979323846', 9, 2],
    ['Chinese', '阿里云开放平台为开发者提供服务', 15, 2],
    ['Japanese', '東京タワーの高さは三百三十三メートルです', 20, 2],
    ['Russian', 'Привет, как дела сегодня?', 8, 3],
    ['signs of smiling', '😀😃😄😁', 8, 2],
  ])('%s: not fewer, and not many more', (_, text, real, factor) => {
    const counted = countTokens(text);
    expect(counted).toBeGreaterThanOrEqual(real);
    expect(counted).toBeLessThanOrEqual(real * factor);
  });

  it('takes a long text in time that grows with its length', () => {
    expect(countTokens('<a>é漢 '.repeat(100_000))).toBeGreaterThan(300_000);
  });
});

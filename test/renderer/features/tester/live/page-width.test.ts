import { describe, expect, it } from 'vitest';
import { pageIn } from '../../../../../renderer/features/tester/live/page-width.ts';

describe('the size of a page in its pane', () => {
  it.each([
    ['fits a pane', { width: 1000, height: 600 }, 'fit', { width: 1000, height: 600 }, 1],
    ['is 640 wide at least', { width: 512, height: 400 }, 'fit', { width: 640, height: 500 }, 0.8],
    ['is never too small to read', { width: 320, height: 350 }, 'fit', { width: 640, height: 500 }, 0.7],
    ['is that of a desktop', { width: 1024, height: 400 }, 'desktop', { width: 1280, height: 500 }, 0.8],
    ['is not enlarged', { width: 1600, height: 900 }, 'desktop', { width: 1280, height: 900 }, 1],
    ['is that of a phone', { width: 1000, height: 600 }, 'phone', { width: 390, height: 600 }, 1],
  ] as const)('%s', (_, pane, width, size, scale) => {
    expect(pageIn(pane, width)).toEqual({ size, scale });
  });
});

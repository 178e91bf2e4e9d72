import { expect, it } from 'vitest';
import { segmentPage } from '../../electron/extract/articles/text/segment.ts';
import { parsePage } from '../../electron/extract/tree.ts';
import { labelsByHand, parseHandLabels } from '../../scripts/train-text/labels.ts';

const { blocks } = segmentPage(parsePage('<p>One word.</p><p>Two more words.</p><p>Three.</p><p>Four.</p>'));
const label = { set: 'news', id: '1', url: 'https://paper.example/', keep: '0,2-3', sure: true };

it('takes the blocks that are named by numbers and ranges', () => {
  const { wanted, weight } = labelsByHand(blocks, label);
  expect([...wanted]).toEqual([1, 0, 1, 1]);
  expect(weight.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 3);
});

it('counts half what is in doubt', () => {
  const { weight } = labelsByHand(blocks, { ...label, sure: false });
  expect(weight.reduce((sum, one) => sum + one, 0)).toBeCloseTo(50, 3);
});

it('reads a label a line, and names the line that is not one', () => {
  const { sure, ...short } = label;
  const text = `${JSON.stringify(short)}\n\n${JSON.stringify({ ...label, sure: false })}\n`;
  expect(parseHandLabels(text, 'a.jsonl')).toEqual([
    { ...short, sure },
    { ...label, sure: false },
  ]);
  expect(() => parseHandLabels(`${JSON.stringify(label)}\n{"set": "news"}\n`, 'a.jsonl')).toThrow(
    'Line 2 of a.jsonl needs "set", "id", "url" and "keep".',
  );
});

import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ValueOffer } from '../../../../renderer/features/tester/value-offer.tsx';
import { getDocument, useDocuments } from '../../../../renderer/spider-document/document.ts';
import type { FieldReport } from '../../../../shared/contract/types.ts';
import { validateSpider } from '../../../../shared/spider/validate.ts';
import { roomy } from '../../../shared/spider/texts.ts';
import { openDocument } from '../../open-document.ts';

const key = { project: 'default', spider: 'shop' };
const path = ['callbacks', 'parse_item', 'extract', 'title'];

/** The report of a field with a value and the values of its other matches. */
const report = (value: FieldReport['value'], matches: readonly string[]): FieldReport => ({
  path: 'title',
  depth: 0,
  language: 'css',
  selector: 'h1::text',
  value,
  valueCut: false,
  entries: null,
  matches: matches.length,
  items: null,
  filled: null,
  steps: [],
  samples: matches.map((match) => ({ kind: 'text', element: null, path: null, value: match, text: match })),
  nodes: { total: 0, elements: [], cut: false },
  problem: null,
  empty: null,
});

function show(shown: FieldReport): void {
  openDocument(key, roomy);
  render(<ValueOffer spiderKey={key} path={path} report={shown} />);
}

afterEach(() => useDocuments.setState({ documents: {} }));

describe('the offer for the values of a field', () => {
  it.each([
    ['numbers', '1.234,50 €', ['1.234,50 €', '12 €'], 'Make it a number', { type: 'number' }],
    ['dates', '5 March 2024', ['5 March 2024'], 'Make it a date', { type: 'parse_datetime' }],
  ])('adds a processor to texts that read as %s', async (_, value, matches, title, processor) => {
    show(report(value, matches));
    await userEvent.click(screen.getByRole('button', { name: title }));
    const text = getDocument(key)?.text ?? '';
    expect(JSON.parse(text)).toHaveProperty('callbacks.parse_item.extract.title.processors', [
      { type: 'strip' },
      processor,
    ]);
    expect(validateSpider(text).valid).toBe(true);
    expect(screen.queryByRole('note')).toBeNull();
  });

  it.each([
    ['words', report('Thing 1', ['Thing 1'])],
    ['numbers among words', report('12', ['12', 'sold out'])],
    ['nothing', report(null, [])],
  ])('stays away from %s', (_, shown) => {
    show(shown);
    expect(screen.queryByRole('note')).toBeNull();
  });
});

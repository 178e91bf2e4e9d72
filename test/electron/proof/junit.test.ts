import { expect, it } from 'vitest';
import { SaxesParser } from 'saxes';
import { junitXml } from '../../../electron/proof/junit.ts';

it('writes XML that can be read, whatever the texts hold', () => {
  const nasty = 'a < b & "c" > d\n\u0000\u001b\ud800 ]]> 🕷';
  const xml = junitXml(nasty, [
    { name: nasty, group: nasty, failure: null, skipped: null },
    { name: 'price', group: 'p', failure: { message: nasty, detail: nasty }, skipped: null },
    { name: 'sku', group: 'p', failure: null, skipped: nasty },
  ]);
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const parser = new SaxesParser();
  const open: typeof elements = [];
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += text;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  const clean = 'a < b & "c" > d\n\ufffd\ufffd\ufffd ]]> 🕷';
  const named = (wanted: string) => elements.filter(({ name }) => name === wanted);
  expect(named('testsuite').map(({ attributes }) => attributes)).toEqual([
    { name: clean, tests: '3', failures: '1', errors: '0', skipped: '1' },
  ]);
  expect(named('testcase').map(({ attributes }) => attributes['name'])).toEqual([clean, 'price', 'sku']);
  expect(named('failure')).toMatchObject([{ attributes: { message: clean }, text: clean }]);
  expect(named('skipped')).toMatchObject([{ attributes: { message: clean } }]);
});

import type { TextFormat } from './format.ts';
import { jsonOf } from './jsonl.ts';

/** One JSON array, an object a line. */
export const json: TextFormat = {
  name: 'json',
  output: 'text',
  values: 'nested',
  typed: false,
  splitsObjects: true,
  joinsLists: false,
  hidesBlanks: false,
  holdsTables: false,
  texts(columns) {
    const object = jsonOf(columns);
    let before = '[\n';
    return {
      head: '',
      row(row) {
        const text = before + object(row);
        before = ',\n';
        return text;
      },
      tail: () => (before === '[\n' ? '[]\n' : '\n]\n'),
    };
  },
};

import { expect, it } from 'vitest';
import type { RunSummary } from '../../../../shared/contract/types.ts';
import { partnerOf } from '../../../../renderer/features/runs/compare-runs.tsx';
import { run as sample } from './samples.ts';

const run = (id: string, kind: RunSummary['kind'], source: string | null = null): RunSummary =>
  sample({ id, kind, source });

it.each<[string, RunSummary, RunSummary[], string | undefined]>([
  ['a full run with the full run before', run('4', 'full'), [run('3', 'test'), run('2', 'full')], '2'],
  ['a test with the test before', run('4', 'test'), [run('3', 'full'), run('2', 'test')], '2'],
  ['a full run with a test where there is no other', run('4', 'full'), [run('3', 'test')], '3'],
  [
    'a full run with none that extracted again',
    run('4', 'full'),
    [run('3', 'reextract', '2'), run('2', 'full')],
    '2',
  ],
  [
    'one that extracted again with its source',
    run('4', 'reextract', '2'),
    [run('3', 'full'), run('2', 'full')],
    '2',
  ],
  ['one whose source is gone with none', run('4', 'reextract', null), [run('3', 'full')], undefined],
  ['the first run with none', run('1', 'full'), [], undefined],
])('compares %s', (_, one, older, partner) => {
  expect(partnerOf(one, older)?.id).toBe(partner);
});

import { describe, expect, it } from 'vitest';
import {
  hearExport,
  openExports,
  shareOf,
  useExports,
  watchExport,
} from '../../../../renderer/features/results/exports-store.ts';
import type { ExportState } from '../../../../shared/contract/types.ts';

const state = (id: string, changes: Partial<ExportState> = {}): ExportState => ({
  id,
  project: 'default',
  spider: 'shop',
  format: 'csv',
  state: 'running',
  rows: 0,
  total: null,
  file: 'shop.csv',
  download: null,
  bytes: null,
  notes: [],
  error: null,
  hint: null,
  startedAt: '2026-11-21T10:00:00.000Z',
  ...changes,
});
const done = (id: string) =>
  state(id, { state: 'done', rows: 3, total: 3, download: `/download/${id}/shop.csv` });

describe('an export of this window', () => {
  it('ends once, when the host says so', () => {
    expect(watchExport(state('a'))).toMatchObject({ ended: false });
    expect(hearExport(state('a', { rows: 1, total: 3 }))).toBe(false);
    expect(hearExport(done('a'))).toBe(true);
    expect(hearExport(done('a'))).toBe(false);
  });

  it('that is over before the answer to its beginning has come, ends all the same', () => {
    expect(hearExport(done('b'))).toBe(false);
    expect(watchExport(state('b'))).toEqual({ state: done('b'), ended: true });
  });

  it('of another window is no matter of this one, but its file can be had', () => {
    expect(hearExport(done('c'))).toBe(false);
    expect(openExports(new Map([['c', done('c')]]))).toEqual([done('c')]);
    expect(useExports.getState().exports.get('c')).toEqual(done('c'));
  });

  it.each([
    [state('d'), null],
    [state('d', { rows: 1, total: 4 }), 0.25],
    [state('d', { total: 0 }), 1],
  ])('is written by a share', (given, share) => {
    expect(shareOf(given)).toBe(share);
  });
});

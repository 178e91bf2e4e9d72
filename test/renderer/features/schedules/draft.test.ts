import { describe, expect, it } from 'vitest';
import {
  cronOf,
  draftOf,
  firstDraft,
  rhythms,
  withRhythm,
} from '../../../../renderer/features/schedules/schedule-draft.ts';

describe('a plain choice', () => {
  it.each([
    ['30 2 * * *', 'day'],
    ['5 * * * *', 'hour'],
    ['0 22 * * 1-5', 'weekday'],
    ['15 6 * * 0', 'week'],
    ['0 6 28 * *', 'month'],
    ['0 6 L * *', 'month'],
    ['*/10 8-18 * * 1-5', 'cron'],
  ])('%j is edited as %s, and stays the same', (cron, rhythm) => {
    const draft = draftOf(cron);
    expect(draft.rhythm).toBe(rhythm);
    expect(cronOf(draft)).toEqual({ cron, error: null });
  });

  it('begins a cron expression that is written in its place', () => {
    const draft = withRhythm({ ...firstDraft, rhythm: 'week', weekday: 'friday', at: '6:05' }, 'cron');
    expect(cronOf(draft)).toEqual({ cron: '5 6 * * 5', error: null });
  });

  it('has each of its rhythms offered once', () => {
    expect(new Set(rhythms.map(({ value }) => value)).size).toBe(6);
  });
});

describe('what is wrong', () => {
  it.each([
    [{ ...firstDraft, at: '25:00' }, 'at', /25:00/u],
    [{ ...firstDraft, rhythm: 'hour' as const, minute: 'x' }, 'at', /minute/u],
    [{ ...firstDraft, rhythm: 'cron' as const, cron: '61 * * * *' }, 'cron', /61/u],
    [{ ...firstDraft, rhythm: 'cron' as const, cron: '' }, 'cron', /./u],
  ])('%#', (draft, field, words) => {
    const read = cronOf(draft);
    expect(read).toMatchObject({ cron: null, field });
    expect(read.error).toMatch(words);
  });

  it('does not keep the expression of a choice that cannot be read', () => {
    const draft = withRhythm({ ...firstDraft, at: 'soon', cron: '0 1 * * *' }, 'cron');
    expect(draft.cron).toBe('0 1 * * *');
  });
});

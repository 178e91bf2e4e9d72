import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordFailure } from '../../../../../electron/host/work/crawl/run-end.ts';
import type { RunControl } from '../../../../../electron/engine/ports/run-control.ts';
import { StoreError } from '../../../../../electron/store/errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'spider-studio-run-end-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const full = new StoreError('disk-full', 'The disk is full: the database "x.db" cannot grow.', 'Free some.');

/** A control that keeps how a run ended, or fails itself. */
function controlThat(keeps: boolean) {
  const ends: unknown[][] = [];
  const end: RunControl['end'] = (...how) => {
    if (!keeps) return Promise.reject(full);
    ends.push(how);
    return Promise.resolve(true);
  };
  return { control: { end }, ends };
}

describe('a run that cannot be written down', () => {
  it('pauses with the reason, so that the queue tries it again', async () => {
    const { control, ends } = controlThat(true);
    await recordFailure(folder, '7', control, full);
    expect(ends).toEqual([['paused', `It was cut off: ${full.message}`, 'error']]);
  });

  it.each([
    ['when the pause is written', true],
    ['when not even the pause is', false],
  ])('tells on a full disk how it goes on, %s', async (_, keeps) => {
    expect(await recordFailure(folder, '7', controlThat(keeps).control, full)).toMatchObject({
      code: 'disk-full',
      message: full.message,
      hint: 'Nothing that was stored is lost. Free some space on that disk.',
      action: { action: 'resume-run', run: '7' },
    });
  });

  it('gives other errors back as they are', async () => {
    const error = new Error('broken');
    expect(await recordFailure(folder, '7', controlThat(true).control, error)).toBe(error);
  });
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../electron/host/database/open-database.ts';
import type { CallArgs } from '../../../../shared/contract/index.ts';
import { spiderText } from '../open-host.ts';

it('tells of a change when all of it is there: who hears of a save reads no draft any more', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-database-'));
  const seen: Promise<unknown>[] = [];
  const writer = openDatabase({ dataDir, readonly: false }, (topic) => {
    if (topic === 'spiders') seen.push(reader.work('spiders.list', job<'spiders.list'>({})));
  });
  const reader = openDatabase({ dataDir, readonly: true }, () => undefined);
  const save = (text: string, more: Partial<CallArgs<'spiders.save'>> = {}) =>
    writer.work(
      'spiders.save',
      job<'spiders.save'>({ project: 'default', spider: null, text, base: null, ...more }),
    );
  await save(spiderText('shop'));
  const text = spiderText('shop', { tags: ['edited'] });
  const draft = { project: 'default', spider: 'shop', draft: null, text, base: 1, known: null };
  await writer.work('spiders.putDraft', job<'spiders.putDraft'>(draft));
  await save(text, { spider: 'shop', base: 1 });
  expect(await Promise.all(seen)).toMatchObject([
    [{ version: 1, hasDraft: false }],
    [{ version: 1, hasDraft: true }],
    [{ version: 2, hasDraft: false }],
    [{ version: 2, hasDraft: false }],
  ]);
});

const job = <N extends 'spiders.list' | 'spiders.save' | 'spiders.putDraft'>(args: CallArgs<N>) => ({
  window: null,
  client: null,
  args: args as never,
});

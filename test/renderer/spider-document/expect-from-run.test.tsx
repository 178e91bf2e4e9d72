import { beforeEach, describe, expect, it } from 'vitest';
import { expectFromRun } from '../../../renderer/spider-document/expect-from-run.ts';
import { getDocument, setDocument, undo } from '../../../renderer/spider-document/document.ts';
import { setClient } from '../../../renderer/state/client.ts';
import { defaultPreferences } from '../../../renderer/state/preferences.ts';
import { useToasts } from '../../../renderer/state/toasts.ts';
import { createFakeClient, failing, type FakeAnswers } from '../fake-client.ts';
import { run } from '../features/runs/samples.ts';

const key = { project: 'default', spider: 'shop' };
const at = '2026-11-21T08:00:00.000Z';

/** A host whose run shows that every item has a price. */
function host(text: string, answers: FakeAnswers = {}): void {
  const client = createFakeClient({
    'runs.proposeExpect': () => ({ expect: { fields: { price: { required: true } } }, notes: ['A note.'] }),
    'spiders.get': () => ({
      text,
      draft: null,
      summary: {
        ...key,
        name: 'shop',
        version: 1,
        versions: 1,
        runs: 1,
        hasDraft: false,
        icon: null,
        description: null,
        tags: [],
        lastRun: null,
        latestItems: null,
        createdAt: at,
        updatedAt: at,
      },
    }),
    'spiders.putDraft': () => ({ draft: null, revision: 'r1', updatedAt: at }),
    'app.setPreferences': () => defaultPreferences,
    ...answers,
  });
  setClient(client);
}

const textNow = (): unknown => JSON.parse(getDocument(key)?.text ?? 'null');
const titles = (): string[] => useToasts.getState().toasts.map(({ title }) => title);

beforeEach(() => {
  setDocument(key, null);
  useToasts.getState().clear();
  window.location.hash = '#/run/7';
});

describe('expecting what a run has', () => {
  it('completes what the spider expects, as one edit that can be undone, and shows it there', async () => {
    const before = { name: 'shop', expect: { on_breach: 'fail', fields: { price: { range: [0, 5] } } } };
    host(JSON.stringify(before, null, 2));
    await expectFromRun(run());
    expect(textNow()).toEqual({
      name: 'shop',
      expect: { on_breach: 'fail', fields: { price: { required: true, range: [0, 5] } } },
    });
    expect(useToasts.getState().toasts).toMatchObject([
      { title: 'The spider expects what run 7 has', message: 'A note.' },
    ]);
    expect(window.location.hash).toBe('#/spider/default/shop/author');
    undo(key);
    expect(textNow()).toEqual(before);
  });

  it('adds it to a spider that expects nothing', async () => {
    host('{\n  "name": "shop"\n}\n');
    await expectFromRun(run());
    expect(textNow()).toEqual({ name: 'shop', expect: { fields: { price: { required: true } } } });
  });

  it.each<[string, string, FakeAnswers, string]>([
    [
      'a run without items',
      '{}',
      { 'runs.proposeExpect': () => failing('nothing-to-expect', 'Run 7 has no items.') },
      'Nothing could be made of the data of the run.',
    ],
    [
      'a spider that is gone',
      '{}',
      { 'spiders.get': () => failing('unknown-spider', 'There is no spider "shop".') },
      'Nothing could be made of the data of the run.',
    ],
    ['a text that is no JSON', '[', {}, 'The spider was not changed'],
  ])('changes nothing for %s, and says so', async (_, text, answers, title) => {
    host(text, answers);
    await expectFromRun(run());
    expect(titles()).toEqual([title]);
    expect(getDocument(key)?.text ?? text).toBe(text);
    expect(window.location.hash).toBe('#/run/7');
  });
});

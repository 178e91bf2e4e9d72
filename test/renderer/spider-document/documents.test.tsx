import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  getDocument,
  replaceText,
  setDocument,
  updateDocument,
  useDocuments,
  writeValue,
} from '../../../renderer/spider-document/document.ts';
import { isDirty } from '../../../renderer/spider-document/document-status.ts';
import { discardEdits, keepDraft, reconcile } from '../../../renderer/spider-document/drafts.ts';
import { followEdits } from '../../../renderer/spider-document/follow-edits.ts';
import { asEdited } from '../../../renderer/spider-document/line-ends.ts';
import { openDocument } from '../../../renderer/spider-document/opening.ts';
import {
  restoreVersion,
  saveDocument,
  takeTheirs,
  useSaving,
} from '../../../renderer/spider-document/saving.ts';
import { setClient } from '../../../renderer/state/client.ts';
import { useToasts } from '../../../renderer/state/toasts.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { createFakeClient, FakeFailure, failing, type FakeAnswers } from '../fake-client.ts';
import { roomy } from '../../shared/spider/texts.ts';

const key = { project: 'default', spider: 'shop' };
const at = '2026-11-21T08:00:00.000Z';

function stored(text: string, version = 1, draft: string | null = null): CallValue<'spiders.get'> {
  return {
    text,
    draft: draft === null ? null : { text: draft, base: 1, revision: 'r0', updatedAt: at },
    summary: {
      ...key,
      name: 'shop',
      version,
      versions: version,
      runs: 0,
      hasDraft: draft !== null,
      icon: null,
      description: null,
      tags: [],
      lastRun: null,
      latestItems: null,
      createdAt: at,
      updatedAt: at,
    },
  };
}

const saved = (
  version: number,
  more: Partial<CallValue<'spiders.save'>> = {},
): CallValue<'spiders.save'> => ({
  ...key,
  version,
  created: false,
  unchanged: false,
  problems: [],
  ...more,
});

function host(answers: FakeAnswers) {
  const client = createFakeClient({
    'spiders.putDraft': () => ({ draft: null, revision: 'r1', updatedAt: at }),
    'spiders.discardDraft': () => ({ discarded: true }),
    ...answers,
  });
  setClient(client);
  endFollowing = followEdits();
  const calls = (name: string) => client.made.filter((call) => call.name === name).map(({ args }) => args);
  return { client, calls };
}

let endFollowing: () => void;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  endFollowing();
  vi.useRealTimers();
  useDocuments.setState({ documents: {} });
  useSaving.setState({ question: null, busy: null });
  useToasts.getState().clear();
});

describe('drafts', () => {
  it('brings edits back that were left, and says so', async () => {
    const left = roomy.replace('shop', 'shop2');
    const older = roomy.replace('0.5', '0.4');
    host({
      'spiders.get': () => stored(roomy, 3, left),
      'spiders.version': ({ version }) => ({
        version: {
          number: Number(version),
          hash: '',
          createdAt: at,
          characters: 1,
          runs: 0,
          note: null,
          label: null,
          origin: null,
        },
        text: older,
      }),
    });
    expect(await openDocument(key)).toBeNull();
    expect(getDocument(key)).toMatchObject({
      text: left,
      base: { version: 1, text: older },
      notices: [
        { kind: 'restored', at, version: 1 },
        { kind: 'newer', version: 3 },
      ],
    });
  });

  it('says nothing of a draft that is the newest version', async () => {
    host({ 'spiders.get': () => stored(roomy, 1, roomy) });
    await openDocument(key);
    expect(getDocument(key)?.notices).toEqual([]);
  });

  it('keeps edits a moment after they were made, once', async () => {
    const { calls } = host({ 'spiders.get': () => stored(roomy, 2) });
    await openDocument(key);
    for (const name of ['a', 'ab', 'abc']) writeValue(key, ['name'], name, 'Type');
    expect(calls('spiders.putDraft')).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    const text = roomy.replace('"shop"', '"abc"');
    expect(calls('spiders.putDraft')).toEqual([{ ...key, draft: null, text, base: 2, known: null }]);
    expect(getDocument(key)?.draft).toEqual({ text, revision: 'r1', updatedAt: at });
  });

  it('forgets the draft when the edits are taken back', async () => {
    const { calls } = host({ 'spiders.get': () => stored(roomy, 2, roomy.replace('shop', 'x')) });
    await openDocument(key);
    await discardEdits(key);
    expect(getDocument(key)).toMatchObject({ text: roomy, notices: [], draft: null });
    expect(calls('spiders.discardDraft')).toEqual([{ ...key, draft: null, known: 'r0' }]);
  });

  it('says so when the edits cannot be kept, until they can', async () => {
    let full = true;
    host({
      'spiders.get': () => stored(roomy),
      'spiders.putDraft': () =>
        full ? failing('disk-full', 'The disk is full.') : { draft: null, revision: 'r1', updatedAt: at },
    });
    await openDocument(key);
    writeValue(key, ['name'], 'x', 'Type');
    await keepDraft(key);
    expect(getDocument(key)?.notices).toEqual([{ kind: 'draft-failed', message: 'The disk is full.' }]);
    full = false;
    await keepDraft(key);
    expect(getDocument(key)?.notices).toEqual([]);
  });

  it.each([
    ['\uFEFF{\n}', '{\n}'],
    ['{\r\n}', '{\r\n}'],
    ['{\r\n"a": 1,\r\n"b": 2\n}', '{\r\n"a": 1,\r\n"b": 2\r\n}'],
    ['{\n"a": 1,\n"b": 2\r\n}', '{\n"a": 1,\n"b": 2\n}'],
    ['{\r}', '{\r\n}'],
  ])('takes %j as the editor does', (text, edited) => {
    expect(asEdited(text)).toBe(edited);
  });
});

describe('saving', () => {
  it('makes the text the base of further edits', async () => {
    const { calls } = host({ 'spiders.get': () => stored(roomy), 'spiders.save': () => saved(2) });
    await openDocument(key);
    writeValue(key, ['settings', 'DOWNLOAD_DELAY'], 2, 'Type');
    expect(await saveDocument(key)).toBe(true);
    const document = getDocument(key);
    expect(document).toMatchObject({ base: { version: 2 }, draft: null });
    expect(document !== null && isDirty(document)).toBe(false);
    expect(calls('spiders.save')).toEqual([{ ...key, text: document?.text, base: 1, knownDraft: null }]);
  });

  it('keeps what is typed while it is saved as an edit', async () => {
    host({
      'spiders.get': () => stored(roomy),
      'spiders.save': () => {
        writeValue(key, ['name'], 'later', 'Type');
        return saved(2);
      },
    });
    await openDocument(key);
    writeValue(key, ['description'], 'x', 'Type');
    await saveDocument(key);
    const document = getDocument(key);
    expect(document !== null && isDirty(document)).toBe(true);
    expect(document?.base.text).not.toContain('later');
  });

  it('keeps what is no spider as a draft, and says why it is no version', async () => {
    const problem = {
      pointer: '/rules/0',
      line: 1,
      column: 1,
      code: 'x',
      message: 'Rule 0 is wrong',
      hint: null,
    };
    const error = failing('invalid-spider', 'Invalid.').error;
    const problems = [
      { ...problem, severity: 'warning', message: 'never mind' },
      { ...problem, severity: 'error' },
      { ...problem, severity: 'error', message: 'another' },
    ];
    const { calls } = host({
      'spiders.get': () => stored(roomy),
      'spiders.save': () => new FakeFailure({ ...error, details: { problems } }),
    });
    await openDocument(key);
    writeValue(key, ['rules', 0], 'x', 'Type');
    expect(await saveDocument(key)).toBe(false);
    expect(calls('spiders.putDraft')).toHaveLength(1);
    expect(getDocument(key)?.notices).toEqual([
      { kind: 'refused', message: 'Rule 0 is wrong', pointer: '/rules/0', others: 1 },
    ]);
  });

  it('asks where a newer version was saved, and saves over it or takes it', async () => {
    const theirs = roomy.replace('0.5', '9');
    let newest = 1;
    host({
      'spiders.get': () => stored(newest === 1 ? roomy : theirs, newest),
      'spiders.save': ({ overwrite }) =>
        overwrite === true ? saved(3) : failing('stale-version', 'There is a newer one.'),
    });
    await openDocument(key);
    newest = 2;
    writeValue(key, ['name'], 'mine', 'Type');
    expect(await saveDocument(key)).toBe(false);
    const { question } = useSaving.getState();
    expect(question).toEqual({ ...key, kind: 'stale', version: 2, theirs });
    expect(await saveDocument(key, { overwrite: true })).toBe(true);
    expect(getDocument(key)?.base.version).toBe(3);
    if (question?.kind === 'stale') takeTheirs(question);
    expect(getDocument(key)).toMatchObject({ text: theirs, base: { version: 2, text: theirs } });
  });

  it('asks what a new name means; a copy leaves the original as it was', async () => {
    const error = failing('name-changed', 'Another name.').error;
    host({
      'spiders.get': () => stored(roomy),
      'spiders.save': ({ nameChange }) =>
        nameChange === undefined
          ? new FakeFailure({ ...error, details: { name: 'market' } })
          : saved(1, { spider: 'market' }),
    });
    await openDocument(key);
    writeValue(key, ['name'], 'market', 'Type');
    await saveDocument(key);
    expect(useSaving.getState().question).toEqual({ ...key, kind: 'name', name: 'market' });
    await saveDocument(key, { nameChange: 'copy' });
    expect(getDocument({ ...key, spider: 'market' })?.text).toContain('"market"');
    expect(getDocument(key)?.text).toBe(roomy);
    expect(window.location.hash).toBe('#/spider/default/market/author');
  });

  it('moves to the new name when the spider was renamed', async () => {
    host({ 'spiders.get': () => stored(roomy), 'spiders.save': () => saved(2, { spider: 'market' }) });
    await openDocument(key);
    writeValue(key, ['name'], 'market', 'Type');
    await saveDocument(key, { nameChange: 'rename' });
    expect(getDocument(key)).toBeNull();
    expect(getDocument({ ...key, spider: 'market' })).toMatchObject({ base: { version: 2 } });
  });

  it('restores a version as a new one', async () => {
    const old = roomy.replace('0.5', '7');
    host({
      'spiders.get': () => stored(roomy, 2),
      'spiders.restore': () => saved(3),
      'spiders.version': ({ version }) => ({
        version: {
          number: Number(version),
          hash: '',
          createdAt: at,
          characters: 1,
          runs: 0,
          note: null,
          label: null,
          origin: null,
        },
        text: old,
      }),
    });
    await openDocument(key);
    expect(await restoreVersion(key, 1)).toBe(true);
    expect(getDocument(key)).toMatchObject({ text: old, base: { version: 3, text: old } });
  });
});

describe('a version that was saved elsewhere', () => {
  const theirs = roomy.replace('0.5', '9');
  it('is taken over where there are no edits', async () => {
    let version = 1;
    host({ 'spiders.get': () => stored(version === 1 ? roomy : theirs, version) });
    await openDocument(key);
    version = 2;
    await reconcile(key);
    expect(getDocument(key)).toMatchObject({ text: theirs, base: { version: 2 }, notices: [] });
  });

  it('is told where there are', async () => {
    let version = 1;
    host({ 'spiders.get': () => stored(version === 1 ? roomy : theirs, version) });
    await openDocument(key);
    writeValue(key, ['name'], 'mine', 'Type');
    version = 2;
    await reconcile(key);
    expect(getDocument(key)).toMatchObject({
      base: { version: 1 },
      notices: [{ kind: 'newer', version: 2 }],
    });
  });
});

describe('the document', () => {
  it('keeps the place of the caret while it stays in the same part', async () => {
    host({ 'spiders.get': () => stored(roomy) });
    await openDocument(key);
    updateDocument(key, { caret: roomy.indexOf('h1::text') });
    const place = getDocument(key)?.place;
    expect(place).toMatchObject({ kind: 'callback', callback: 'parse_item', field: ['title'] });
    updateDocument(key, { caret: roomy.indexOf('h1::text') + 3 });
    expect(getDocument(key)?.place).toBe(place);
    replaceText(key, [{ offset: 0, length: 0, text: '\n\n' }], 'Type');
    expect(getDocument(key)?.caret).toBe(roomy.indexOf('h1::text') + 5);
    expect(getDocument(key)?.place).toBe(place);
  });

  it('is not written where the text is broken', () => {
    host({});
    setDocument(key, {
      ...key,
      text: '{ "callbacks": [',
      caret: 0,
      place: null,
      problems: [],
      checked: null,
      base: { version: 1, text: '' },
      draft: null,
      keptHere: null,
      notices: [],
    });
    expect(writeValue(key, ['callbacks', 'a', 'css'], 'h1', 'Pick')).toBe(false);
    expect(getDocument(key)?.text).toBe('{ "callbacks": [');
  });
});

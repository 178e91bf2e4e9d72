import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { keptSteps } from '../../../../electron/store/spiders/draft-queries.ts';
import type { NewProof } from '../../../../electron/store/spiders/proof-queries.ts';
import { spiderNamed } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, shop, type Studio } from './studio.ts';

const text = JSON.stringify(spiderNamed('lamps'));
const project = 'default';
const unsaved = { project, spider: null, draft: null };

const proof = (judged: string, changes: Partial<NewProof> = {}): NewProof => ({
  hash: hash('sha256', judged),
  signature: judged,
  verdict: 'proved',
  source: 'own-pages',
  pages: 3,
  held: 1,
  seed: '1',
  engine: '1.0.0',
  failed: [],
  notRun: [],
  certificate: '{}\n',
  ...changes,
});
const page = (url: string) => ({
  title: url,
  url,
  source: 'url' as const,
  run: null,
  page: compressPage(`<p>${url}`, 'utf-8'),
});

/** A draft with a text, and its place. */
async function begin({ queries }: Studio, written = text) {
  const { draft } = await queries.drafts.put(unsaved, written, null, null);
  return { id: draft.id, place: { ...unsaved, draft: draft.id } };
}

const save = ({ queries }: Studio, draft: string, document = text) =>
  queries.spiders.save({
    project,
    spider: null,
    name: 'lamps',
    text: document,
    base: null,
    needsProof: true,
    discards: [{ place: { ...unsaved, draft }, seen: 'any' }],
  });

describeQueries('the pages of a draft', (open) => {
  it('are its own, and go with it', async () => {
    const studio = open();
    const { savedPages, drafts } = studio.queries;
    const { id, place } = await begin(studio);
    const other = await begin(studio);
    const kept = await savedPages.addToDraft(project, id, page('https://a.example/'));
    const second = await savedPages.addToDraft(project, id, page('https://b.example/'));
    await savedPages.addToDraft(project, other.id, page('https://c.example/'));
    expect(kept).toMatchObject({ project, spider: null, draft: id });
    expect((await savedPages.ofDraft(project, id)).map(({ url }) => url)).toEqual([second.url, kept.url]);
    expect(await savedPages.ofDraft('elsewhere', id)).toEqual([]);
    expect(await savedPages.removeOfDraft(second.id)).toBe(true);
    expect(await savedPages.ofDraft(project, id)).toEqual([kept]);
    await drafts.discard(place, 'any');
    await expect(savedPages.get(kept.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(savedPages.addToDraft(project, id, page('https://d.example/'))).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await savedPages.ofDraft(project, other.id)).toHaveLength(1);
  });

  it('are not removed with those of a spider', async () => {
    const studio = open();
    await addSpider(studio, shop);
    const { savedPages } = studio.queries;
    const own = await savedPages.add(project, 'shop', page('https://a.example/'));
    expect(await savedPages.removeOfDraft(own.id)).toBe(false);
    expect(await savedPages.list(project, 'shop')).toEqual([own]);
  });

  it('become those of its spider, with the proofs of the text that was saved', async () => {
    const studio = open();
    const { savedPages, proofs, drafts } = studio.queries;
    const { id, place } = await begin(studio);
    const kept = await savedPages.addToDraft(project, id, page('https://a.example/'));
    expect(await proofs.keep(place, proof(text))).toMatchObject({ version: null, verdict: 'proved' });
    expect(await save(studio, id)).toMatchObject({ kind: 'saved', version: 1, created: true });
    const spider = { project, spider: 'lamps' };
    expect(await savedPages.list(project, 'lamps')).toEqual([{ ...kept, spider: 'lamps', draft: null }]);
    expect(await proofs.list(spider, 10)).toMatchObject([{ version: 1, verdict: 'proved' }]);
    expect(await drafts.unsaved(null)).toEqual([]);
  });
});

describeQueries('a text that needs a proof', (open) => {
  it.each<
    [
      string,
      (
        studio: Studio,
        id: string,
        place: { project: string; spider: null; draft: string },
      ) => Promise<unknown>,
    ]
  >([
    ['none', async () => null],
    ['refused', ({ queries }, _, place) => queries.proofs.keep(place, proof(text, { verdict: 'refused' }))],
    [
      'incomplete',
      ({ queries }, _, place) => queries.proofs.keep(place, proof(text, { verdict: 'incomplete' })),
    ],
    [
      'by files that were handed in',
      ({ queries }, _, place) => queries.proofs.keep(place, proof(text, { source: 'files' })),
    ],
    [
      'of an earlier text',
      async ({ queries }, _, place) => {
        await queries.proofs.keep(place, proof(text));
        await queries.drafts.patch(place, undefined, (now) => `${now} `);
      },
    ],
    [
      'of another draft',
      async (studio) => {
        const other = await begin(studio);
        await studio.queries.proofs.keep(other.place, proof(text));
      },
    ],
    [
      'of another spider',
      async (studio) => {
        await addSpider(studio, { project, spider: 'other' });
        const own = await studio.queries.spiders.version({ project, spider: 'other' }, null);
        await studio.queries.proofs.keep({ project, spider: 'other' }, proof(own?.text ?? ''));
      },
    ],
  ])('is not saved with a proof: %s', async (_, prepare) => {
    const studio = open();
    const { id, place } = await begin(studio);
    await prepare(studio, id, place);
    const { drafts, spiders } = studio.queries;
    const now = await drafts.get(place);
    expect(await save(studio, id, now?.text)).toEqual({ kind: 'not-proved' });
    expect(await spiders.get({ project, spider: 'lamps' })).toBeNull();
    expect(await drafts.get(place)).toEqual(now);
  });

  it('is not saved where another text was proved, and is once it is taken back', async () => {
    const studio = open();
    const { id, place } = await begin(studio);
    const { drafts, proofs } = studio.queries;
    await proofs.keep(place, proof(text));
    await drafts.patch(place, undefined, (now) => `${now}\n`);
    expect(await proofs.keep(place, proof(text))).toBeNull();
    expect(await save(studio, id, `${text}\n`)).toEqual({ kind: 'not-proved' });
    await drafts.undo(place, undefined);
    expect(await save(studio, id)).toMatchObject({ kind: 'saved' });
  });

  it('of a stored spider is proved in its draft', async () => {
    const studio = open();
    await addSpider(studio, shop);
    const { drafts, proofs, spiders } = studio.queries;
    const edited = JSON.stringify({ ...spiderNamed('shop'), description: 'Edited' });
    const { draft } = await drafts.put(shop, edited, 1, null);
    const version = { ...shop, name: 'shop', text: edited, base: 1, needsProof: true };
    const discards = [{ place: shop, seen: { revision: draft.revision } }];
    expect(await spiders.save({ ...version, discards })).toEqual({ kind: 'not-proved' });
    await proofs.keep(shop, proof(edited));
    // Who does not know the draft cannot save what it has proved.
    const unseen = [{ place: shop, seen: { revision: null } }];
    expect(await spiders.save({ ...version, discards: unseen })).toEqual({ kind: 'not-proved' });
    expect(await spiders.save({ ...version, discards })).toMatchObject({ kind: 'saved', version: 2 });
    expect(await proofs.list(shop, 10)).toMatchObject([{ version: 2 }]);
    // The version has the proof now.
    expect(await spiders.save({ ...version, base: 2 })).toMatchObject({ kind: 'saved', unchanged: true });
  });
});

describeQueries('patches of a draft', (open) => {
  it('can be taken back one after the other, and no more than were made', async () => {
    const studio = open();
    const { drafts } = studio.queries;
    const { place } = await begin(studio, 'a');
    await drafts.patch(place, undefined, (now) => `${now}b`);
    expect(await drafts.patch(place, undefined, (now) => `${now}c`)).toMatchObject({
      draft: { text: 'abc' },
      steps: 2,
    });
    expect(await drafts.patch(place, undefined, (now) => now)).toMatchObject({ steps: 2 });
    expect(await drafts.undo(place, undefined)).toMatchObject({ draft: { text: 'ab' }, steps: 1 });
    expect(await drafts.undo(place, undefined)).toMatchObject({ draft: { text: 'a' }, steps: 0 });
    expect(await drafts.undo(place, undefined)).toEqual({ kind: 'missing' });
  });

  it('are not taken back where the text was changed by something else', async () => {
    const studio = open();
    const { drafts } = studio.queries;
    const { place } = await begin(studio, 'a');
    const patched = await drafts.patch(place, undefined, (now) => `${now}b`);
    const revision = patched.kind === 'kept' ? patched.draft.revision : null;
    await drafts.put(place, 'typed', null, revision);
    expect(await drafts.undo(place, undefined)).toEqual({ kind: 'missing' });
    expect(await drafts.get(place)).toMatchObject({ text: 'typed' });
  });

  it('are kept up to a number', async () => {
    const studio = open();
    const { drafts } = studio.queries;
    const { place } = await begin(studio, '');
    for (let step = 0; step < keptSteps + 5; step += 1)
      await drafts.patch(place, undefined, (now) => `${now}x`);
    for (let step = keptSteps - 1; step >= 0; step -= 1)
      expect(await drafts.undo(place, undefined)).toMatchObject({ steps: step });
    expect(await drafts.undo(place, undefined)).toEqual({ kind: 'missing' });
    expect(await drafts.get(place)).toMatchObject({ text: 'xxxxx' });
  });

  it('begin with the newest version of a stored spider, and change nothing for who does not know the draft', async () => {
    const studio = open();
    await addSpider(studio, shop);
    const { drafts, spiders } = studio.queries;
    const newest = await spiders.version(shop, null);
    const patched = await drafts.patch(shop, undefined, (now) => `${now} `);
    expect(patched).toMatchObject({ kind: 'kept', draft: { text: `${newest?.text ?? ''} `, base: 1 } });
    expect(await drafts.patch(shop, 'unknown', () => 'other')).toMatchObject({ kind: 'conflict' });
    expect(await drafts.get(shop)).toMatchObject({ text: `${newest?.text ?? ''} ` });
    const nobody = { project, spider: 'nobody' };
    expect(await drafts.patch(nobody, undefined, (now) => now)).toEqual({ kind: 'missing' });
  });

  it('change nothing where they fail', async () => {
    const studio = open();
    const { drafts } = studio.queries;
    const { place } = await begin(studio, 'a');
    const failing = drafts.patch(place, undefined, () => {
      throw new Error('It fails.');
    });
    await expect(failing).rejects.toThrow('It fails.');
    expect(await drafts.get(place)).toMatchObject({ text: 'a' });
  });
});

import type { SpiderDraft } from '../../../shared/contract/types.ts';
import { setClient } from '../../../renderer/state/client.ts';
import { createFakeClient, failing, type FakeClient } from '../fake-client.ts';

const at = '2026-11-21T08:00:00.000Z';

/** A host with one spider that several windows edit. It knows drafts as the real one does. */
export interface SharedHost {
  client: FakeClient;
  versions: string[];
  draft: SpiderDraft | null;
  /** Whether the spider is there. */
  isThere: boolean;
  /** What the next call that stores a draft ends with, instead of being carried out. */
  failNext: 'connection-lost' | 'disk-full' | null;
  /** Another window stores edits, and this one hears of it. */
  edit(text: string): void;
  /** Another window saves, and discards the draft that it has seen. */
  save(text: string): void;
  remove(): void;
}

export function sharedHost(key: { project: string; spider: string }, text: string): SharedHost {
  const tell = (what: 'saved' | 'draft' | 'deleted') =>
    client.emit('spiders', { ...key, what, version: null, by: 'another-window' });
  const client = createFakeClient({
    'spiders.get': () => {
      if (!host.isThere) return failing('unknown-spider', 'There is no spider "shop".');
      const version = host.versions.length;
      return {
        text: host.versions.at(-1) ?? '',
        draft: host.draft,
        summary: {
          ...key,
          name: key.spider,
          version,
          versions: version,
          runs: 0,
          hasDraft: host.draft !== null,
          icon: null,
          description: null,
          tags: [],
          lastRun: null,
          latestItems: null,
          createdAt: at,
          updatedAt: at,
        },
      };
    },
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
      text: host.versions[Number(version) - 1] ?? '',
    }),
    'spiders.putDraft': ({ text: put, base, known }) => {
      const { failNext } = host;
      host.failNext = null;
      if (failNext !== null) return failing(failNext, 'It was not stored.');
      if (!host.isThere) return failing('unknown-spider', 'There is no spider "shop".');
      if (host.draft !== null && host.draft.text !== put && host.draft.revision !== known)
        return failing('draft-conflict', 'Another window has changed the edits of this spider.');
      host.draft = { text: put, base, revision: `of ${put}`, updatedAt: at };
      return { draft: null, revision: host.draft.revision, updatedAt: at };
    },
    'spiders.discardDraft': ({ known }) => {
      if (host.draft !== null && host.draft.revision !== known)
        return failing('draft-conflict', 'Another window has changed the edits of this spider.');
      host.draft = null;
      return { discarded: true };
    },
  });
  const host: SharedHost = {
    client,
    versions: [text],
    draft: null,
    isThere: true,
    failNext: null,
    edit(edited) {
      host.draft = { text: edited, base: host.versions.length, revision: `of ${edited}`, updatedAt: at };
      tell('draft');
    },
    save(saved) {
      host.versions.push(saved);
      host.draft = null;
      tell('saved');
    },
    remove() {
      host.isThere = false;
      tell('deleted');
    },
  };
  setClient(client);
  return host;
}

import { getClient } from './client.ts';

/** How long addresses are collected before the host is asked, in milliseconds, and how many it takes at once. */
const collectMs = 40;
const maxAtOnce = 60;
/** The most pictures that are remembered; the host keeps them longer. */
const maxKnown = 2000;

const stores = new Map<string, ReturnType<typeof createStore>>();

/**
 * The pictures of web pages that a project shows, as paths in this window, for `Pictures`. The host keeps and fetches them; the window
 * asks no site for anything.
 * @param allowPrivate whether the host may reach loopback and private addresses for them
 */
export function picturesOf(project: string, allowPrivate: boolean): ReturnType<typeof createStore> {
  const key = JSON.stringify([project, allowPrivate]);
  const known = stores.get(key);
  if (known !== undefined) return known;
  const store = createStore(project, allowPrivate);
  stores.set(key, store);
  return store;
}

function createStore(project: string, allowPrivate: boolean) {
  const listeners = new Set<() => void>();
  const paths = new Map<string, string | null>();
  /** Not yet known, and of these the ones that the host was not yet asked for. */
  const waiting = new Set<string>();
  const asked = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const look = async (urls: string[]) => {
    const answer = await getClient().call('pages.pictures', { project, urls, fetch: true, allowPrivate });
    const found = new Map(answer.ok ? answer.value.map(({ url, path }) => [url, path]) : []);
    for (const url of urls) {
      waiting.delete(url);
      paths.set(url, found.get(url) ?? null);
    }
    for (const url of paths.keys()) {
      if (paths.size <= maxKnown) break;
      paths.delete(url);
    }
    for (const changed of listeners) changed();
  };
  const lookForAll = () => {
    timer = null;
    const urls = [...asked];
    asked.clear();
    for (let at = 0; at < urls.length; at += maxAtOnce) void look(urls.slice(at, at + maxAtOnce));
  };
  return {
    /** Calls back when more pictures are known. @returns ends that */
    subscribe(changed: () => void) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    /** Null: there is none; undefined: nobody knows yet. */
    pathOf: (address: string) => paths.get(address),
    /** Has the host look for a picture, and fetch it where it is not kept. */
    ask(address: string) {
      if (paths.has(address) || waiting.has(address)) return;
      waiting.add(address);
      asked.add(address);
      timer ??= setTimeout(lookForAll, collectMs);
    },
  };
}

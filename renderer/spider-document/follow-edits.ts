import { getClient } from '../state/client.ts';
import { useHeldEdits } from './held-edits.ts';
import { getDocument, keyOf, useDocuments, type SpiderDocument } from './document.ts';
import { isDirty, isUnkept } from './document-status.ts';
import { closeGone, keepDraft, keepHere, reconcile } from './drafts.ts';
import { exportText } from './export-text.ts';
import { claimEdits } from './kept-edits.ts';
import { bringBack } from './opening.ts';

/** The pause in typing before the edits are stored as a draft, in milliseconds. */
const draftPauseMs = 700;

const all = () => Object.values(useDocuments.getState().documents);

/**
 * Keeps the edits of all open documents: as drafts at the host a moment after typing stops, in this browser while the host
 * is away; and brings what other windows do to those who have no edits of their own. Returns what ends that.
 */
export function followEdits(): () => void {
  const client = getClient();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const keepSoon = (document: SpiderDocument) => {
    const name = keyOf(document);
    clearTimeout(timers.get(name));
    const keep = () => {
      timers.delete(name);
      void keepDraft(document);
    };
    timers.set(name, setTimeout(keep, draftPauseMs));
  };
  const keepNow = () => {
    for (const document of all().filter(isUnkept)) {
      // The window may close before the host has answered.
      keepHere(document);
      void keepDraft(document);
    }
  };
  const keepWhenHidden = () => {
    if (document.visibilityState === 'hidden') keepNow();
  };
  const ask = (event: Event) => {
    keepNow();
    if (all().some((each) => isUnkept(each) && each.keptHere === null)) event.preventDefault();
  };
  const release = claimEdits();
  const isOver = () => client.state === 'refused' || client.state === 'outdated' || client.state === 'closed';

  const ends = [
    useDocuments.subscribe(({ documents }, { documents: before }) => {
      for (const [name, document] of Object.entries(documents)) {
        if (before[name] !== undefined && before[name].text !== document.text) keepSoon(document);
      }
      reportHeld();
    }),
    client.onState((state) => {
      if (state === 'open') for (const document of all()) void reconcile(document);
      else for (const document of all()) keepHere(document);
      // Another window may store what this one cannot.
      if (isOver()) release();
      reportHeld();
    }),
    client.subscribe(
      'spiders',
      {},
      {
        event({ project, spider, what, by }) {
          const key = { project, spider };
          if (what === 'deleted') void closeGone(key);
          else if (getDocument(key) !== null && (by === null || by !== client.window)) void reconcile(key);
        },
        missed: () => {
          for (const document of all()) void reconcile(document);
        },
      },
    ),
    listen(window, 'pagehide', keepNow),
    listen(window, 'beforeunload', ask),
    listen(document, 'visibilitychange', keepWhenHidden),
    () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
    release,
  ];
  void bringBack();
  return () => {
    for (const end of ends) end();
  };
}

function listen(target: EventTarget, type: string, hear: (event: Event) => void): () => void {
  target.addEventListener(type, hear);
  return () => target.removeEventListener(type, hear);
}

/** Reports the edits that the host has not stored. */
function reportHeld(): void {
  const held = all()
    .filter((document) => isUnkept(document) && isDirty(document))
    .map((document) => ({
      name: document.spider,
      inBrowser: document.keptHere !== null,
      download: () => exportText(document),
    }));
  const same = (a: readonly { name: string; inBrowser: boolean }[]) =>
    JSON.stringify(a.map(({ name, inBrowser }) => [name, inBrowser]));
  if (same(held) !== same(useHeldEdits.getState().held)) useHeldEdits.setState({ held });
}

import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { desktopBridge } from '../../client/connect.ts';
import { getClient } from '../../state/client.ts';
import { libraryChanged } from './library-store.ts';

/** A registry that is to be added, as a person enters it. */
export interface RegistryDraft {
  name: string;
  location: string;
  allowPrivate: boolean;
  /** Whether there is no registry yet, so that one is made under the title. */
  isNew: boolean;
  title: string;
}

const empty: RegistryDraft = { name: '', location: '', allowPrivate: false, isNew: false, title: '' };

/** The name of a folder, as far as a registry can have it. */
const nameOf = (path: string): string =>
  (path.split(/[/\\]/u).at(-1) ?? '')
    .replace(/\.git$/u, '')
    .replaceAll(/[^A-Za-z0-9_.-]+/gu, '-')
    .replace(/^[^A-Za-z0-9]+/u, '')
    .slice(0, 64);

/** Adds a registry. On the desktop, a folder that no dialog has named yet is asked for in one. */
export function useAddRegistry() {
  const [draft, setDraft] = useState(empty);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const bridge = desktopBridge();
  const isComplete =
    draft.name.trim() !== '' && draft.location.trim() !== '' && (!draft.isNew || draft.title.trim() !== '');
  const change = (next: Partial<RegistryDraft>) => {
    setError(null);
    setDraft((before) => ({ ...before, ...next }));
  };
  const choose = async () => {
    const path = (await bridge?.chooseFolder(draft.location.trim())) ?? null;
    if (path === null) return null;
    change({ location: path, ...(draft.name === '' ? { name: nameOf(path) } : {}) });
    return path;
  };
  const ask = (location: string) =>
    getClient().call('library.addRegistry', {
      name: draft.name.trim(),
      location,
      allowPrivate: draft.allowPrivate,
      create: draft.isNew ? draft.title.trim() : null,
    });
  const add = async () => {
    if (!isComplete || busy) return;
    setBusy(true);
    setError(null);
    let answer = await ask(draft.location.trim());
    if (!answer.ok && answer.error.code === 'not-here' && bridge !== null) {
      const path = await choose();
      if (path === null) return setBusy(false);
      answer = await ask(path);
    }
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    setDraft(empty);
    return libraryChanged();
  };
  return { draft, change, busy, error, isComplete, canChoose: bridge !== null, choose, add };
}

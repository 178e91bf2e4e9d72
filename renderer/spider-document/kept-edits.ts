import type { SpiderKey } from './document.ts';

/** Edits that the host could not be given, as they are kept in the storage of the browser. */
export interface KeptEdits extends SpiderKey {
  readonly text: string;
  /** The version that the edits began from. */
  readonly base: number;
  /** The revision of the draft that they were made on; null: there was none. */
  readonly known: string | null;
  /** When they were kept, ISO 8601. */
  readonly at: string;
}

/** Edits in the storage, of this window or of one that is closed. */
export interface LeftEdits {
  readonly edits: KeptEdits;
  /** Takes them out of the storage. */
  readonly drop: () => void;
}

/** The storage is shared by all windows of this address: each writes under a name of its own. */
const prefix = 'spider-studio.edits';
const windowId = crypto.randomUUID();
const lockOf = (id: string) => `spider-studio.window.${id}`;
const placeOf = ({ project, spider }: SpiderKey) => `${prefix}:${windowId}:${project}/${spider}`;

/** Keeps edits in this browser, over a reload and a crash. False: it has no room for them, or does not allow it. */
export function keepEdits(edits: KeptEdits): boolean {
  try {
    localStorage.setItem(placeOf(edits), JSON.stringify(edits));
    return true;
  } catch {
    return false;
  }
}

/** Takes the edits out of the storage that this window has kept there. */
export function dropEdits(key: SpiderKey): void {
  remove(placeOf(key));
}

/**
 * Marks this window as open, so that no other one takes over its edits. Returns what ends that: for a window that can
 * store nothing any more.
 */
export function claimEdits(): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void locks()
    ?.request(lockOf(windowId), () => held)
    .catch(() => undefined);
  return () => release();
}

/** What this window and closed ones have left in this browser, newest first; of one spider, or of all. */
export async function leftEdits(of: SpiderKey | null = null): Promise<LeftEdits[]> {
  const open = await openWindows();
  return places()
    .flatMap((place): LeftEdits[] => {
      const [, id = ''] = place.split(':');
      const edits = id !== windowId && open.has(lockOf(id)) ? null : read(place);
      if (edits === null) return [];
      if (of !== null && (edits.project !== of.project || edits.spider !== of.spider)) return [];
      return [{ edits, drop: () => remove(place) }];
    })
    .sort((a, b) => (a.edits.at < b.edits.at ? 1 : -1));
}

/** null: the browser has none, and windows that are open cannot be told from closed ones: none is taken for open. */
const locks = (): LockManager | null => ('locks' in navigator ? navigator.locks : null);

async function openWindows(): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = (await locks()?.query()) ?? {};
    return new Set(held.flatMap(({ name }) => name ?? []));
  } catch {
    return new Set();
  }
}

function places(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(`${prefix}:`));
  } catch {
    return [];
  }
}

function read(place: string): KeptEdits | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(place) ?? 'null');
    return isEdits(value) ? value : null;
  } catch {
    return null;
  }
}

function remove(place: string): void {
  try {
    localStorage.removeItem(place);
  } catch {
    // Storage that is forbidden holds nothing.
  }
}

function isEdits(value: unknown): value is KeptEdits {
  if (typeof value !== 'object' || value === null) return false;
  const { project, spider, text, base, known, at }: Partial<Record<keyof KeptEdits, unknown>> = value;
  return (
    [project, spider, text, at].every((part) => typeof part === 'string') &&
    typeof base === 'number' &&
    (known === null || typeof known === 'string')
  );
}

import type { SpiderKey } from './document.ts';

/** Edits in the storage of the browser that the host has not stored. */
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
  /** Removes them from the storage. */
  readonly drop: () => void;
}

/** The prefix of keys in the storage. All windows of an origin share it, so each window has its own keys. */
const prefix = 'spider-studio.edits';
const windowId = crypto.randomUUID();
const lockOf = (id: string) => `spider-studio.window.${id}`;
const placeOf = ({ project, spider }: SpiderKey) => `${prefix}:${windowId}:${project}/${spider}`;

/** Stores edits in the browser, so that they survive a reload or crash. @returns false if the storage is full or not allowed */
export function keepEdits(edits: KeptEdits): boolean {
  try {
    localStorage.setItem(placeOf(edits), JSON.stringify(edits));
    return true;
  } catch {
    return false;
  }
}

/** Removes the edits of this window from the storage. */
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

/** The edits of this window and of closed ones in this browser, newest first, of one spider or of all. */
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

/** The locks of open windows; null: the browser has no locks, and all windows count as closed. */
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
    // Without access to the storage there is nothing.
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

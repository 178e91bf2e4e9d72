import type { StorageReport } from '../../../../shared/contract/types.ts';
import type { StorageKind } from '../../../../shared/storage-kinds.ts';
import type { StoredPart } from '../../../store/upkeep/upkeep.ts';

/** Bytes by kind. */
export type Room = Map<StorageKind, number>;

/** What the runs of a spider take, and what belongs to none of them. */
interface SpiderRooms {
  project: string;
  spider: string;
  all: Room;
  runs: Map<string, Room>;
}

/** Parts of a database by whom they belong to. */
export interface Rooms {
  kinds: Room;
  projects: Map<string, Room>;
  spiders: Map<string, SpiderRooms>;
}

/** Sorts the parts of a database by whom they belong to. */
export function roomsOf(parts: readonly StoredPart[]): Rooms {
  const rooms: Rooms = { kinds: new Map(), projects: new Map(), spiders: new Map() };
  for (const { kind, project, spider, run, bytes } of parts) {
    add(rooms.kinds, kind, bytes);
    if (project === null) continue;
    add(entryOf(rooms.projects, project, newRoom), kind, bytes);
    if (spider === null) continue;
    const ofSpider = entryOf(rooms.spiders, spiderKey(project, spider), () => ({
      project,
      spider,
      all: newRoom(),
      runs: new Map(),
    }));
    add(ofSpider.all, kind, bytes);
    if (run !== null) add(entryOf(ofSpider.runs, run, newRoom), kind, bytes);
  }
  return rooms;
}

/** Key of a spider in `Rooms`. */
export const spiderKey = (project: string, spider: string): string => `${project}/${spider}`;

/** A room as the contract defines it. */
export function shownRoom(room: Room): { bytes: number; kinds: StorageReport['kinds'] } {
  const kinds = [...room]
    .map(([kind, bytes]) => ({ kind, bytes: Math.round(bytes) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
  return { bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0), kinds };
}

const newRoom = (): Room => new Map();

function add(room: Room, kind: StorageKind, bytes: number): void {
  room.set(kind, (room.get(kind) ?? 0) + bytes);
}

function entryOf<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

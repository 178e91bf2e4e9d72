import type { PostgresAddress } from '../../postgres/address.ts';
import type { SqlDatabase } from '../database/sql.ts';
import { selectPlaces, type ObjectPlace } from '../objects/place.ts';
import { createBodyKeeper, type BodyKeeper } from './body-keeper.ts';

/** Where the bodies of a workspace are kept. */
export interface OutsideBodies {
  /** Keeps new bodies; null: in their rows. It stays open until all of this is closed. Call within a query. */
  current(): BodyKeeper | null;
  close(): void;
}

/** Opens the places of a workspace on a server. */
export function createOutsideBodies(db: SqlDatabase, address: PostgresAddress): OutsideBodies {
  const find = db.prepare<[], ObjectPlace>(`${selectPlaces} WHERE is_current = 1`);
  const keepers = new Map<string, BodyKeeper>();
  return {
    current() {
      const place = find.get();
      if (place === undefined) return null;
      const keeper = keepers.get(place.tag) ?? createBodyKeeper(place, address);
      keepers.set(place.tag, keeper);
      return keeper;
    },
    close() {
      for (const keeper of keepers.values()) keeper.close();
    },
  };
}

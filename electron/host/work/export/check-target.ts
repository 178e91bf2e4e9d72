import { realpathSync } from 'node:fs';
import { relative, isAbsolute } from 'node:path';
import type { RecipeSettings } from '../../../../shared/contract/types.ts';
import { exportAddress } from '../../../export/databases/postgres-connection.ts';
import { isPostgresUrl } from '../../../postgres/address.ts';
import { requirePlace } from '../../data/places.ts';
import { HostError } from '../../errors.ts';

type Target = Extract<RecipeSettings['target'], { kind: 'place' | 'table' }>;

/** Refuses a place or a database that cannot be right, before anything is sent there. @throws HostError, PostgresError */
export function checkTarget(target: Target, dataDir: string): void {
  if (target.kind === 'place') {
    const name = /^place:([^/]+)/.exec(target.place)?.[1];
    if (name !== undefined) requirePlace(dataDir, name);
    return;
  }
  if (isPostgresUrl(target.database)) exportAddress(target.database);
  else if (isInside(target.database, dataDir))
    throw new HostError(
      'bad-place',
      'Spider Studio keeps its own data there.',
      'Name a file outside of the data folder.',
    );
}

function isInside(file: string, folder: string): boolean {
  const real = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  };
  const way = relative(real(folder), real(file));
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

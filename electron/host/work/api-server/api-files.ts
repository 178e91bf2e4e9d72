import { Type } from 'typebox';
import { ApiSettingSchema } from '../../../../shared/contract/calls/api-server.ts';
import type { ApiSetting } from '../../../../shared/contract/types.ts';
import { ownCheck } from '../../../schemas/checker.ts';
import { isLocked, removeUnlocked, takeLock } from '../../../system/file-lock.ts';
import { dataPath } from '../../data-folder-entries.ts';
import { readJsonFile, writePrivateJson } from '../../data/private-json.ts';

/** How the API is served until a person says otherwise. */
const usualSetting: ApiSetting = {
  port: 8321,
  address: '127.0.0.1',
  names: [],
  origins: [],
  allowPrivate: false,
};

/** Schema of the file that keeps how the API is served. */
export const KeptApiSchema = Type.Object({
  version: Type.Literal(1),
  on: Type.Boolean(),
  setting: ApiSettingSchema,
});
/** Schema of the file that says where it is served. */
export const ServingApiSchema = Type.Object({ origin: Type.String(), process: Type.Integer() });

const isKept = ownCheck(KeptApiSchema);
const isServing = ownCheck(ServingApiSchema);

/** What is kept of the server of the API: how it is served, and whether it starts with a window. */
export interface KeptApi {
  readonly on: boolean;
  readonly setting: ApiSetting;
}

/** Reads what is kept; a missing or damaged file means off. */
export function readKeptApi(dataDir: string): KeptApi {
  const value = readJsonFile(dataPath(dataDir, 'api-server.json'));
  return isKept(value) ? value : { on: false, setting: usualSetting };
}

/** Keeps how the API is served. @throws HostError */
export function keepApi(dataDir: string, { on, setting }: KeptApi): void {
  writePrivateJson(dataPath(dataDir, 'api-server.json'), { version: 1, on, setting });
}

/** A process that serves the API. */
export interface ServingApi {
  readonly origin: string;
  readonly process: number;
}

/** The process that serves the API of a data folder; null: none does, also where one ended without a word. */
export function servingApi(dataDir: string): ServingApi | null {
  if (!isLocked(dataPath(dataDir, 'api-serving.lock'))) return null;
  const value = readJsonFile(dataPath(dataDir, 'api-serving.json'));
  return isServing(value) ? value : null;
}

/** Says in the data folder that this process serves the API. The operating system takes it back if the process ends. */
export interface Announcement {
  /** Says where. */
  at(origin: string): void;
  end(): void;
}

/** @returns null: another process serves the API */
export function announceApi(dataDir: string): Announcement | null {
  const file = dataPath(dataDir, 'api-serving.lock');
  try {
    const lock = takeLock(file, 0);
    return {
      at: (origin) =>
        writePrivateJson(dataPath(dataDir, 'api-serving.json'), { origin, process: process.pid }),
      end() {
        lock.release();
        removeUnlocked(file);
      },
    };
  } catch (error) {
    if (isLocked(file)) return null;
    throw error;
  }
}

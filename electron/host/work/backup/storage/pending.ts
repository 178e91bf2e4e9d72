import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { ownCheck } from '../../../../schemas/checker.ts';
import { files } from '../../../../system/files.ts';
import { createFolder } from '../../../../system/folders.ts';
import { readJsonFile, writePrivateJson } from '../../../data/private-json.ts';
import { BackupManifestSchema } from './manifest.ts';
import { dataPath } from '../../../data-folder-entries.ts';

const { bytes: _, sha256: __, ...known } = BackupManifestSchema.properties;

/** Schema of what is known of a backup that is being sent, in a file beside the copy that it sends. */
export const PendingBackupSchema = Type.Object({
  ...known,
  /** Id of its upload; null: not begun. */
  upload: Type.Union([Type.String(), Type.Null()]),
});

/** See `PendingBackupSchema`. */
export type PendingBackup = Type.Static<typeof PendingBackupSchema>;
const isPending = ownCheck(PendingBackupSchema);

const prefix = 'backup-upload-';
const noteName = 'upload.json';

/** The copy of a workspace that is sent to one target, until it has arrived. Requires the scratch lock. */
export class PendingFolder {
  readonly #folder: string;

  /** @param identity of the target */
  constructor(dataDir: string, identity: string) {
    const name = createHash('sha256').update(identity).digest('hex').slice(0, 16);
    this.#folder = `${dataPath(dataDir, prefix)}${name}`;
  }

  /** The copy: a backup file. */
  get file(): string {
    return join(this.#folder, 'workspace.backup');
  }

  /** What is left of an earlier try; null: nothing that can be used. */
  read(): PendingBackup | null {
    const value = readJsonFile(join(this.#folder, noteName));
    if (!isPending(value) || !existsSync(this.file)) return null;
    return statSync(this.file).size === value.fileBytes ? value : null;
  }

  begin(): void {
    this.remove();
    createFolder(this.#folder);
  }

  write(pending: PendingBackup): void {
    writePrivateJson(join(this.#folder, noteName), pending);
  }

  remove(): void {
    files.remove(this.#folder);
  }
}

/** Removes copies that nobody has continued for too long. @param before in milliseconds since 1970 */
export function removeOldCopies(dataDir: string, before: number): void {
  for (const name of readdirSync(dataDir)) {
    const one = join(dataDir, name);
    if (name.startsWith(prefix) && statSync(one).mtimeMs < before) files.remove(one);
  }
}

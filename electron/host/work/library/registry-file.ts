import { Type } from 'typebox';
import { ownCheck } from '../../../schemas/checker.ts';
import { HostError } from '../../errors.ts';
import { readJsonFile, writePrivateJson } from '../../data/private-json.ts';
import { dataPath } from '../../data-folder-entries.ts';

const ConfiguredSchema = Type.Object({
  name: Type.String({ minLength: 1 }),
  kind: Type.Union([Type.Literal('folder'), Type.Literal('git'), Type.Literal('url')]),
  location: Type.String({ minLength: 1 }),
  allowPrivate: Type.Boolean(),
});

/** Schema of `registries.json`. */
export const RegistryFileSchema = Type.Object({
  version: Type.Literal(1),
  registries: Type.Array(ConfiguredSchema),
});

/** A registry as `registries.json` stores it. */
export type ConfiguredRegistry = Type.Static<typeof ConfiguredSchema>;

const isRegistryFile = ownCheck(RegistryFileSchema);
const fileOf = (dataDir: string): string => dataPath(dataDir, 'registries.json');

/** Reads `registries.json`; a missing file means no registries. @throws HostError `damaged-registries` */
export function readRegistryFile(dataDir: string): ConfiguredRegistry[] {
  const file = fileOf(dataDir);
  const value = readJsonFile(file);
  if (value === null) return [];
  if (isRegistryFile(value)) return value.registries;
  throw new HostError(
    'damaged-registries',
    `The list of registries "${file}" is damaged.`,
    'Correct it, or delete it and add the registries again. Imported spiders stay.',
  );
}

/** Replaces `registries.json` atomically. @throws HostError */
export function writeRegistryFile(dataDir: string, registries: readonly ConfiguredRegistry[]): void {
  writePrivateJson(fileOf(dataDir), { version: 1, registries });
}

import type { ValidateFunction } from 'ajv';
import { Type } from 'typebox';
import { ownChecks } from '../../schemas/checker.ts';
import { HostError } from '../errors.ts';
import { readJsonFile, writePrivateJson } from './private-json.ts';
import { dataPath } from '../data-folder-entries.ts';

const ProxySchema = Type.Object(
  {
    project: Type.String({ minLength: 1 }),
    tier: Type.Union([Type.Literal('datacenter'), Type.Literal('residential')]),
    /** Scheme, host and port; no credentials. */
    url: Type.String({ pattern: '^(?:https?|socks5)://[^@/?#\\s]+:\\d{1,5}$' }),
    /** `env:NAME` or `keychain:NAME`. */
    secret: Type.Optional(Type.String({ pattern: '^(?:env|keychain):[A-Za-z0-9_.-]+$' })),
  },
  { additionalProperties: false },
);
/** Schema of `proxies.json`. */
export const ProxyFileSchema = Type.Object({
  version: Type.Literal(1),
  /** Whether direct requests use the proxy settings of the system. */
  system: Type.Optional(Type.Boolean()),
  proxies: Type.Array(ProxySchema),
});

/** A proxy as `proxies.json` stores it. */
export type ConfiguredProxy = Type.Static<typeof ProxySchema>;

/** The contents of `proxies.json`. */
export interface ProxySettings {
  system: boolean;
  /** Proxies of all projects, in the order of their addition. */
  proxies: ConfiguredProxy[];
}

/** Compiled at the first use; most commands read no proxies. */
let check: ValidateFunction<Type.Static<typeof ProxyFileSchema>> | null = null;
const fileCheck = () => (check ??= ownChecks().compile<Type.Static<typeof ProxyFileSchema>>(ProxyFileSchema));

const fileOf = (dataDir: string): string => dataPath(dataDir, 'proxies.json');

/** Reads `proxies.json`; a missing file means no proxies. @throws HostError `damaged-proxies` */
export function readProxyFile(dataDir: string): ProxySettings {
  const file = fileOf(dataDir);
  const value = readJsonFile(file);
  if (value === null) return { system: false, proxies: [] };
  const isProxyFile = fileCheck();
  if (isProxyFile(value)) return { system: value.system ?? false, proxies: value.proxies };
  // The message gives the place, never the content, which may be a password.
  const place =
    value === undefined
      ? 'it is not JSON'
      : `${isProxyFile.errors?.[0]?.instancePath || 'it'} is not as it must be`;
  throw new HostError(
    'damaged-proxies',
    `The list of proxies "${file}" is damaged: ${place}.`,
    'Correct it, or delete it and add the proxies again; credentials belong into a secret, not into a URL.',
  );
}

/** Replaces `proxies.json` atomically. Only its owner may read it. */
export function writeProxyFile(dataDir: string, { system, proxies }: ProxySettings): void {
  writePrivateJson(fileOf(dataDir), { version: 1, ...(system ? { system } : {}), proxies });
}

/**
 * What a caller of the API may do: `read` looks, `run` starts, steers and ends crawls, `write` changes spiders, saved pages and
 * what belongs to them, `admin` manages everything that concerns the whole workspace, its secrets and who may call.
 */
export const scopes = ['read', 'run', 'write', 'admin'] as const;
/** A right of a key. */
export type Scope = (typeof scopes)[number];

/** The roles of members, each with the scopes that its keys can have. Only an owner can make keys. */
export const roleScopes = {
  viewer: ['read'],
  runner: ['read', 'run'],
  editor: ['read', 'run', 'write'],
  owner: ['read', 'run', 'write', 'admin'],
} as const satisfies Record<string, readonly Scope[]>;
/** The role of a member. */
export type Role = keyof typeof roleScopes;
/** The roles, from the least to the most. */
export const roles = ['viewer', 'runner', 'editor', 'owner'] as const satisfies readonly Role[];

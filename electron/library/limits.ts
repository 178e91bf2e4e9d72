/** What the index of a registry may hold at most. Sizes are in bytes. */
export const libraryLimits = {
  index: 4 * 1024 * 1024,
  entries: 5000,
  versions: 500,
  sites: 50,
  tags: 20,
} as const;

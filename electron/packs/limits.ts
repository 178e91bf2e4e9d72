/** What a pack may hold at most. Sizes are in bytes. */
export const packLimits = {
  /** The file itself: as much as a window can send. */
  file: 64 * 1024 * 1024,
  entries: 1000,
  /** One entry, unpacked: as large as the largest page that is kept. */
  entry: 32 * 1024 * 1024,
  /** All entries, unpacked. */
  total: 192 * 1024 * 1024,
  manifest: 1024 * 1024,
  /** Unpacked bytes for each packed one, of entries above `ratioFrom`. Text reaches 30; deflate allows 1032. */
  ratio: 200,
  ratioFrom: 1024 * 1024,
  pages: 400,
  versions: 200,
  /** Example items, and the bytes of their text. */
  items: 10_000,
  itemBytes: 16 * 1024 * 1024,
} as const;

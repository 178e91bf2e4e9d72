/** The types of pictures that are kept. */
export const pictureTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'image/x-icon',
] as const;

/** A type of picture that is kept. */
export type PictureType = (typeof pictureTypes)[number];

/** What is known of a picture: its type and size, or why it could not be loaded. */
export interface PictureFacts {
  /** Absolute URL. */
  url: string;
  /** null: it could not be loaded. */
  type: PictureType | null;
  bytes: number;
  /** Why it could not be loaded, in one sentence; null: it was. */
  problem: string | null;
  /** Whether it was not requested because its address is private. */
  blocked: boolean;
}

/** A picture with its content; null where it could not be loaded. */
export interface KeptPicture extends PictureFacts {
  body: Uint8Array | null;
}

/**
 * The port to the pictures that previews and tables show. A project keeps a picture once for each URL. Together they have a bound, beyond
 * which the oldest make room. Each method is one transaction.
 */
export interface PictureQueries {
  /** Returns what is known of these pictures, in any order. Unknown ones are left out. */
  known(project: string, urls: readonly string[]): Promise<PictureFacts[]>;
  /** Returns the pictures with these URLs that were loaded, in any order. */
  get(project: string, urls: readonly string[]): Promise<KeptPicture[]>;
  /** Keeps pictures, and replaces those with the same URL. @throws StoreError `not-found` if the project does not exist */
  keep(project: string, pictures: readonly KeptPicture[]): Promise<void>;
}

import { shownType } from '../../../engine/file-type.ts';
import { pictureTypes, type PictureType } from '../../../store/pages/picture-queries.ts';

/** The type of a picture by how its content begins, whatever the site calls it; null: it is no picture that is kept. */
export function pictureType(body: Uint8Array): PictureType | null {
  const shown = shownType(body);
  return pictureTypes.find((type) => type === shown) ?? null;
}

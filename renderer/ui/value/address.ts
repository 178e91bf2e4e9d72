/** The most characters of an address that is opened. */
const maxCharacters = 8000;

/** The web address that a value is as a whole; null: it is none, or one with a password in it. */
export function addressOf(value: string): string | null {
  if (!/^https?:\/\//iu.test(value) || value.length > maxCharacters || /\s/u.test(value)) return null;
  const url = URL.parse(value);
  return url === null || url.username !== '' || url.password !== '' ? null : url.href;
}

/** The address of a picture that a page names by a path of its own: "/img/lamp.jpg"; null: it is none. */
export function picturePath(field: string, value: string, base: string): string | null {
  if (!/^\.{0,2}\/\S*$/u.test(value)) return null;
  const address = addressOf(URL.parse(value, base)?.href ?? '');
  return address !== null && isPicture(field, address) ? address : null;
}

const pictureFile = /\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/iu;
const pictureName =
  /(?:^|[_\s.-])(?:image|img|picture|photo|thumb|thumbnail|cover|poster|logo|avatar|icon)s?(?:$|[_\s.-]|\d|url|src)/iu;

/** Whether an address leads to a picture, by its file name or by the name of the field that holds it. */
export const isPicture = (field: string, address: string): boolean =>
  pictureFile.test(URL.parse(address)?.pathname ?? '') || pictureName.test(field);

/** Opens an address in the browser of the person, in a tab that knows nothing of this window. */
export const openAddress = (address: string): void =>
  void window.open(address, '_blank', 'noopener,noreferrer');

/** What a tag of the library looks like, as a regular expression. */
export const libraryTagPattern = '^[a-z0-9-]{1,40}$';

/** The most tags of an entry of the library. */
export const maxLibraryTags = 20;

const tag = new RegExp(libraryTagPattern);

/** Whether a text is a tag as it is. */
export const isLibraryTag = (text: string): boolean => tag.test(text);

/** Reads tags as people write them, with commas or spaces between them; or says what is wrong, in a sentence. */
export function readLibraryTags(text: string): string[] | string {
  const tags = [...new Set(text.toLowerCase().split(/[\s,]+/u))].filter((each) => each !== '');
  const wrong = tags.find((each) => !isLibraryTag(each));
  if (wrong !== undefined)
    return `“${wrong}” is no tag. Use up to 40 letters from a to z, digits and "-", with a comma between tags.`;
  return tags.length > maxLibraryTags ? `Use at most ${maxLibraryTags} tags.` : tags;
}

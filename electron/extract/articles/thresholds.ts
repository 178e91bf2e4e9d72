/** Minimum length of the title of an article, in characters after trimming. */
export const minTitleLength = 5;
/** Minimum length of the content of an article, in characters after trimming. */
export const minContentLength = 100;

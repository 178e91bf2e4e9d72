/** Characters, after trimming, below which a page is not taken for an article. */
export const minTitleLength = 5;
export const minContentLength = 100;

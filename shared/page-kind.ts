/** How a page is read: as HTML, as XML (with feeds), or as JSON. */
export const pageKinds = ['html', 'xml', 'json'] as const;

export type PageKind = (typeof pageKinds)[number];

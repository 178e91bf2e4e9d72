/** How a page is read: as HTML, as XML (with feeds), or as JSON. */
export type PageKind = 'html' | 'xml' | 'json';

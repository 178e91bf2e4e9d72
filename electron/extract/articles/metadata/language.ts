/** Normalizes a language tag to BCP 47 in lower case: "de_AT.UTF-8" is "de-at"; null if it is not a tag. */
function tagOf(text: string | null | undefined): string | null {
  const match = /^\s*([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z])/i.exec(text ?? '');
  if (match === null) return null;
  return [match[1], match[2], match[3]]
    .filter((part) => part !== undefined)
    .join('-')
    .toLowerCase();
}

/**
 * Returns the language that a page declares on the html element, in JSON-LD or in meta elements.
 *
 * @param html attributes of the html element
 * @param declared the language in JSON-LD
 */
export function readLanguage({
  html,
  meta,
  declared,
}: {
  html: Readonly<Record<string, string>>;
  meta: ReadonlyMap<string, string>;
  declared: string | null;
}): string | null {
  const { lang, 'xml:lang': xmlLang } = html;
  const texts = [
    lang,
    xmlLang,
    declared,
    ...[
      'content-language',
      'og:locale',
      'language',
      'inlanguage',
      'dc.language',
      'dcterms.language',
      'citation_language',
    ].map((name) => meta.get(name)),
  ];
  for (const text of texts) {
    const tag = tagOf(text);
    if (tag !== null) return tag;
  }
  return null;
}

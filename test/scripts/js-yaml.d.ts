declare module 'js-yaml' {
  /** @throws where the text is no YAML */
  export function load(text: string): unknown;
  /** All documents of a text, which are apart by `---`. @throws where the text is no YAML */
  export function loadAll(text: string): unknown[];
}

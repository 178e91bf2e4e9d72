declare module 'js-yaml' {
  /** @throws where the text is no YAML */
  export function load(text: string): unknown;
}

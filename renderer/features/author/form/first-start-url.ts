/** The first start URL of a spider's text, for what a person adds to it. */
export function firstStartUrl(text: string): string {
  return /"start_urls"\s*:\s*\[\s*"(https?:[^"#\\]*)/.exec(text)?.[1] ?? 'https://example.org/';
}

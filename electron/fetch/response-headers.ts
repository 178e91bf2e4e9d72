/** Response headers by lower-case name; several values of a name are an array. */
export type ResponseHeaders = Record<string, string | string[] | undefined>;

/** The headers of a response, as a page has them: several values of a name in one text. */
export function joinedHeaders(headers: ResponseHeaders): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = joined(value);
    if (text !== undefined) all[name] = text;
  }
  return all;
}

/** The values of a header in one text. */
export function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

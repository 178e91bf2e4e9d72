/** Joins class names; what is false or empty is left out. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}

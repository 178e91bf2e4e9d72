/** Why a name is not valid, or null; the same rule as in the host, for checks while typing. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'Enter a name.';
  if (name.length > 255) return 'At most 255 characters.';
  return /^[a-zA-Z0-9_-]+$/u.test(name) ? null : 'Only the letters A to Z, digits, - and _.';
}

/** A name that is free: "shop", else "shop-2", "shop-3" … */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (!taken.includes(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}

/** A name for a spider made of an address: "https://www.example.org/shop" → "example-org". */
export function nameOfSite(url: string): string | null {
  const host = hostOf(url);
  return host === null ? null : host.replaceAll('.', '-');
}

/** The host name of an address without "www.", or null where it is no http address. */
export function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return hostname.replace(/^www\./u, '');
}

/** Completes a typed address: without a scheme it is https. */
export const completeUrl = (text: string) => (/^[a-z]+:\/\//iu.test(text) ? text : `https://${text}`);

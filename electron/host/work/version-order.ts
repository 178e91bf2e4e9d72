/** Pattern of a version as semver.org defines it, without build metadata: "1.2.3", "1.2.3-beta.4". */
export const versionPattern = String.raw`^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,50})?$`;

/** Whether the first version is newer than the second; false if either is invalid. */
export function isNewer(version: string, than: string): boolean {
  const [mine, other] = [partsOf(version), partsOf(than)];
  if (mine === null || other === null) return false;
  for (const [index, number] of mine.numbers.entries()) {
    const difference = number - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  // A pre-release is older than its release.
  if (mine.before.length === 0 || other.before.length === 0) return mine.before.length < other.before.length;
  for (const [index, part] of mine.before.entries()) {
    const difference = comparePart(part, other.before[index]);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function partsOf(version: string): { numbers: number[]; before: string[] } | null {
  if (!new RegExp(versionPattern).test(version)) return null;
  const [numbers = '', ...rest] = version.split('-');
  const before = rest.join('-');
  return { numbers: numbers.split('.').map(Number), before: before === '' ? [] : before.split('.') };
}

/** Compares pre-release parts: missing before numbers before words. */
function comparePart(a: string, b: string | undefined): number {
  if (b === undefined) return 1;
  if (a === b) return 0;
  const [first, second] = [a, b].map((part) => (/^\d+$/.test(part) ? Number(part) : null));
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  if (typeof first === 'number') return -1;
  if (typeof second === 'number') return 1;
  return a < b ? -1 : 1;
}

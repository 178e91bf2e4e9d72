/** Seeds that a property is tried with: 1,000 unless the variable says otherwise; 24,000 in the soak tier. */
export const seeds = Number(process.env['SEEDS'] ?? 1000);

/** The moments at which something is cut off or killed: all of them in the soak tier; elsewhere a third, the first and the last among them. */
export const sampled = <T>(moments: readonly T[]): T[] =>
  moments.filter((_, at) => seeds >= 24_000 || at % 3 === 0 || at === moments.length - 1);

/** How large or how deep a page made to hurt is: as given in the soak tier, and a tenth of that elsewhere. */
export const sized = (size: number): number => (seeds >= 24_000 ? size : size / 10);

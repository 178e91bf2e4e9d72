/** A name for a member: "unit_price" for "$.prices[0].unitPrice". */
export function nameOf(member: string): string {
  const steps = [...member.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)+)'\]|\[(\d+)\]/g)];
  const named = steps.map((step) => step[1] ?? step[2] ?? '').filter((step) => step !== '');
  const last = named.at(-1) ?? `column_${Number(steps.at(-1)?.[3] ?? 0) + 1}`;
  const snake = last
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return snake === '' ? 'value' : snake;
}

/** The name, or with a number after it where it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(own)) return own;
  }
}

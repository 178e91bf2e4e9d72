import { HostError } from '../host/errors.ts';

/** The handle of an element of a saved page. It stays the same as long as the page is saved. */
export const handleOf = (element: number): string => `e${element}`;

/** The number of the element that a handle stands for. @throws HostError `bad-arguments` */
export function elementOf(handle: string, pointer = '/node'): number {
  const digits = /^e(\d{1,9})$/.exec(handle)?.[1];
  if (digits !== undefined) return Number(digits);
  throw new HostError(
    'bad-arguments',
    `"${handle.slice(0, 40)}" is no handle.`,
    'page_outline gives handles, such as e12.',
    {
      pointer,
    },
  );
}

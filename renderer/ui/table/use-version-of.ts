import { useRef } from 'react';

/** A number that is another one whenever the value is, for `arraySource`. */
export function useVersionOf(value: unknown): number {
  const text = JSON.stringify(value);
  const last = useRef({ text, version: 0 });
  // oxlint-disable-next-line react/refs -- the same value gives the same number, whenever it is asked
  if (last.current.text !== text) last.current = { text, version: last.current.version + 1 };
  // oxlint-disable-next-line react/refs -- as above
  return last.current.version;
}

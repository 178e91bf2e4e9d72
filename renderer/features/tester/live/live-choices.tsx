import { useEffect, useRef } from 'react';
import type { LiveState } from '../../../../shared/contract/types.ts';

const mostShown = 10;

/** A list of choices of a live page, where the page has opened it. */
export function LiveChoices({
  choices: { x, y, width, height, options, chosen },
  scale,
  onChoose,
}: {
  choices: NonNullable<LiveState['choices']>;
  /** How large a pixel of the page is shown. */
  scale: number;
  /** null: nothing was chosen. */
  onChoose: (index: number | null) => void;
}) {
  const list = useRef<HTMLSelectElement | null>(null);
  useEffect(() => list.current?.focus(), []);
  const take = (index: number) => onChoose(index < 0 ? null : index);
  return (
    <select
      ref={list}
      className="live-choices"
      aria-label="Choices of the page"
      size={Math.max(2, Math.min(mostShown, options.length))}
      defaultValue={chosen === null ? undefined : String(chosen)}
      style={{ left: x * scale, top: (y + height) * scale, minWidth: width * scale }}
      data-records-keys
      onClick={(event) => take(event.currentTarget.selectedIndex)}
      onBlur={() => onChoose(null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.selectedIndex);
        if (event.key === 'Escape') onChoose(null);
      }}
    >
      {options.map(({ label, disabled }, index) => (
        <option key={index} value={String(index)} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}

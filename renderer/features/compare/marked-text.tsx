import type { TextPart } from './changed-parts.ts';

/** A text in which what is changed is marked: as removed on the side before, as added after. */
export const MarkedText = ({ parts, side }: { parts: readonly TextPart[]; side: 'before' | 'after' }) => (
  <span className="compare-text">
    {parts.map(({ text, changed }, at) => {
      const Mark = side === 'before' ? 'del' : 'ins';
      return changed ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>;
    })}
  </span>
);

/** A share as a bar. `least`: the share that is expected, as a mark on it; null: none is. */
export const Meter = ({
  share,
  tone = 'accent',
  least = null,
}: {
  share: number;
  tone?: string;
  least?: number | null;
}) => (
  <div className="runs-meter" aria-hidden>
    <div data-tone={tone} style={{ width: `${Math.max(share > 0 ? 1.5 : 0, share * 100)}%` }} />
    {least !== null && <span style={{ insetInlineStart: `${least * 100}%` }} />}
  </div>
);

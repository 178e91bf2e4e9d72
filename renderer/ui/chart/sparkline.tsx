import './sparkline.css';

/** One of the bars of a `Sparkline`. */
export interface SparkBar {
  readonly value: number;
  /** It is drawn as a failure; one without a value still has a mark. */
  readonly bad?: boolean;
}

/** See `Sparkline`. */
export interface SparklineProps {
  /** What it shows, with the numbers that matter: there is no table beside it. */
  label: string;
  /** The oldest first. */
  bars: readonly SparkBar[];
  /** A value that a line is drawn at, for example the median; null: none. */
  line?: number | null;
  /** How many bars there is room for; fewer stand on the right, where the newest is. Default: as many as there are. */
  room?: number;
}

/** Units of the drawing: the height, a bar, and a bar with the gap behind it. */
const [height, barWidth, step] = [16, 4, 5];
/** The least height of a bar that is not zero, and that of a failure. */
const [least, mark] = [1.5, 3];

/** A few numbers over time as bars from zero, as high as a line of text. */
export function Sparkline({ label, bars, line = null, room = bars.length }: SparklineProps) {
  const width = Math.max(1, Math.max(room, bars.length) * step - 1);
  const most = Math.max(line ?? 0, ...bars.map(({ value }) => value));
  const path = (bad: boolean) => pathOf(bars, { bad, most, offset: width + 1 - bars.length * step });
  const y = line === null || most === 0 ? null : Math.round((height - (line / most) * height) * 10) / 10;
  return (
    <svg
      className="ui-spark"
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <title>{label}</title>
      <path className="ui-spark-bar" d={path(false)} />
      <path className="ui-spark-bad" d={path(true)} />
      {y !== null && <path className="ui-spark-line" d={`M0 ${Math.max(0.5, y)}H${width}`} />}
    </svg>
  );
}

/** One path for all bars of a kind, because a table draws hundreds of them. */
function pathOf(
  bars: readonly SparkBar[],
  { bad, most, offset }: { bad: boolean; most: number; offset: number },
): string {
  return bars
    .map((bar, index) => {
      if ((bar.bad === true) !== bad) return '';
      const full = most === 0 ? 0 : (bar.value / most) * height;
      const tall = Math.max(full, bad ? mark : least);
      const rounded = Math.round(tall * 10) / 10;
      return `M${offset + index * step} ${height}h${barWidth}v-${rounded}h-${barWidth}z`;
    })
    .join('');
}

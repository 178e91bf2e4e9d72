import './progress.css';

/** See `ProgressBar`. */
export interface ProgressBarProps {
  /** What progresses, for screen readers. */
  label: string;
  /** How much is done; null: unknown, and the bar is animated. */
  value: number | null;
  /** How much there is; default 1. */
  max?: number;
  tone?: 'accent' | 'success' | 'warning' | 'danger';
  /** A second part, for example what failed, drawn behind the first. */
  second?: number;
}

/** A progress bar for known progress; it shows no estimates. */
export function ProgressBar({ label, value, max = 1, tone = 'accent', second }: ProgressBarProps) {
  const share = (part: number) => (max > 0 ? Math.min(1, Math.max(0, part / max)) : 0);
  const percent = value === null ? null : share(value) * 100;
  return (
    <div
      className="ui-progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { 'aria-valuenow': Math.round(percent) })}
      data-tone={tone}
      data-unknown={percent === null || undefined}
    >
      <div className="ui-progress-bar" style={percent === null ? {} : { width: `${percent}%` }} />
      {second !== undefined && percent !== null && (
        <div
          className="ui-progress-second"
          style={{ left: `${percent}%`, width: `${share(second) * 100}%` }}
        />
      )}
    </div>
  );
}

/** Shows activity without progress. Decorative: describe it in text beside it. */
export function Spinner({ size = 14 }: { size?: number }) {
  return (
    <svg className="ui-spinner" width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 1.75a6.25 6.25 0 0 1 6.25 6.25" />
    </svg>
  );
}

/** A placeholder line for text that is loading. */
export function Skeleton({ width = '60%' }: { width?: string }) {
  return <span className="ui-skeleton" style={{ width }} aria-hidden />;
}

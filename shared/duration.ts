import { count } from './counted.ts';

/** Formats milliseconds for people: "340 ms", "12.3 s", "4 min 5 s", "2 h 3 min". */
export function duration(ms: number): string {
  if (ms < 999.5) return `${count(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min${whole % 60 === 0 ? '' : ` ${whole % 60} s`}`;
  const hours = Math.floor(minutes / 60);
  return `${count(hours)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
}

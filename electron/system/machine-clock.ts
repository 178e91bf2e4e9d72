/**
 * Milliseconds since an unknown moment, usually the start of the computer. All processes on this computer share this clock, and
 * nobody can set it.
 */
export function machineNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

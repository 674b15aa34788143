/** `under 0.1 s`, `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`, from ms. */
export function writeDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000;
  if (seconds < 0.05) return 'under 0.1 s';
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

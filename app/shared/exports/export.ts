/** `812 B`, `1.2 MB`, in powers of 1,000. */
export function writeBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const step = bytes < 999_950 ? { unit: 'kB', size: 1e3 } : bytes < 999_950_000 ? { unit: 'MB', size: 1e6 } : { unit: 'GB', size: 1e9 };
  return `${(bytes / step.size).toFixed(1)} ${step.unit}`;
}

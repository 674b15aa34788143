const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A file's size in units of 1,024 with 2 decimals: `812 bytes`, `1.50 KB`, `4.77 MB`. */
export function writeFileSize(bytes: number): string {
  const power = Math.min(Math.max(0, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024))), units.length - 1);
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** power).toFixed(2)} ${units[power]}`;
}

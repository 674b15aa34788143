/** The beginning of a text in one line, for a notification. Browser-safe. */
export function excerptOf(text: string, longest = 200): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest).trimEnd()}…` : line;
}

/** Texts that make a careless expression begin again at every character, made of what it looks for. */
export function* hostileTexts(pattern: string, length: number): Generator<string> {
  const parts = partsOf(pattern);
  const [first = ''] = parts;
  for (const pump of new Set([...parts, ...parts.flatMap((a) => parts.slice(0, mostPaired).map((b) => a + b))])) {
    const body = pump.repeat(Math.ceil(length / pump.length));
    // The end keeps it from matching as a whole; the beginning leads into it.
    yield `${body}\u0001`;
    yield `${first}${body}\u0001`;
  }
}

const mostPaired = 6;

/** The words and characters of a pattern, and one character of each class. */
function partsOf(pattern: string): string[] {
  const words = pattern.match(/[\w ]{2,}/g) ?? [];
  const classes = Object.entries(samples).flatMap(([named, sample]) => (pattern.includes(named) ? [sample] : []));
  const letters = [...pattern.replaceAll(/\\[pP]\{\w+\}|\\[a-zA-Z]/g, '')].filter((letter) => !'\\()[]{}?*+^$|'.includes(letter));
  return [...new Set([...words.slice(0, 4), ...classes, ...letters.slice(0, 12), 'a', '1', ' ', '-', '"', '='])];
}

const samples = { '\\d': '7', '\\w': 'w', '\\s': '\t', '\\p{L}': 'é', '\\p{N}': '٣', '.': 'x', '[^': '\u0002' };

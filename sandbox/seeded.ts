/** A number from 0 to 2³²−1 that depends only on the text, so that made-up data is the same on every machine. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** One of the list, by the seed. */
export function pick<T>(list: readonly T[], seed: string): T {
  return list[hash(seed) % list.length] as T;
}

/** `#` becomes a digit, `@` a capital letter; all else stays. */
export function fillPattern(pattern: string, seed: string): string {
  return pattern.replace(/[#@]/g, (sign, at: number) =>
    sign === '#' ? String(hash(`${seed}:${at}`) % 10) : pick([...'ABDEFGHJLNPQRSTUWXYZ'], `${seed}:${at}`),
  );
}

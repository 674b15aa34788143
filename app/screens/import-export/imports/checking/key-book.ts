/** A key that came before: in which row, and whether it was the same to the letter or differs by case. */
export type Earlier = { row: number; same: boolean };

/**
 * Finds keys that come twice, in twelve bytes a key whatever their length: a million rows take some 25 MB. Keys are compared by hashes
 * of 64 bits, in which two of a million different ones are equal once in 37 million files.
 */
export function keyBook(): { add: (key: string, row: number) => Earlier | null } {
  let size = 1 << 14;
  let used = 0;
  let slots = new Uint32Array(size * width);
  const place = (table: Uint32Array, high: number, low: number) => {
    const mask = table.length / width - 1;
    let at = low & mask;
    while (table[at * width + row] !== 0 && (table[at * width] !== high || table[at * width + 1] !== low)) at = (at + 1) & mask;
    return at * width;
  };
  const grow = () => {
    const before = slots;
    size *= 2;
    slots = new Uint32Array(size * width);
    for (let at = 0; at < before.length; at += width) {
      if (before[at + row] === 0) continue;
      slots.set(before.subarray(at, at + width), place(slots, before[at] as number, before[at + 1] as number));
    }
  };
  return {
    add(key, number) {
      const folded = key.toLowerCase();
      const [high, low] = [hash(folded, 0x811c9dc5), hash(folded, 0x01000193)];
      const exact = folded === key ? low : hash(key, 0x2545f491);
      const at = place(slots, high, low);
      if (slots[at + row] !== 0) return { row: slots[at + row] as number, same: slots[at + 2] === exact };
      slots[at] = high;
      slots[at + 1] = low;
      slots[at + 2] = exact;
      slots[at + row] = number;
      used += 1;
      if (used * 5 > size * 3) grow();
      return null;
    },
  };
}

/** Two words of the folded key's hash, one of the exact key's, and the row. */
const width = 4;
const row = 3;

/** 32 bits of a text, in the manner of MurmurHash3's mixing. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x5bd1e995);
    value ^= value >>> 15;
  }
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

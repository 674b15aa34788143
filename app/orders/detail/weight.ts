/** `740 g`, `2.35 kg`. */
export function writeWeight(grams: number): string {
  return grams < 1_000 ? `${grams} g` : `${(grams / 1_000).toLocaleString('en-US', { maximumFractionDigits: 2 })} kg`;
}

/** Money that came as a JSON number: at least two decimals, more where it sent more, never an exponent. */
export function money(value: number): string {
  const plain = String(value);
  const decimals = /^-?\d+\.(\d+)$/.exec(plain)?.[1]?.length ?? (plain.includes('e') ? 4 : 0);
  return decimals > 2 ? value.toFixed(Math.min(decimals, 4)) : value.toFixed(2);
}

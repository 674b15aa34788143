/** Moves a column up or down by one; the first column stays first. */
export function moved(chosen: readonly string[], key: string, by: -1 | 1): string[] {
  const from = chosen.indexOf(key);
  const to = from + by;
  const next = [...chosen];
  if (from < 1 || to < 1 || to >= chosen.length) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** Adds a column at the end, or removes it; the first column stays. */
export function withOrWithout(chosen: readonly string[], key: string): string[] {
  if (chosen[0] === key) return [...chosen];
  return chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key];
}

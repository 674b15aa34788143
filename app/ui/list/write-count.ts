/** `1 order`, `2,013,442 orders`, `10,000+ orders`. */
export function writeCount(count: number | { atLeast: number }, { one, many }: { one: string; many: string }): string {
  if (typeof count !== 'number') return `${count.atLeast.toLocaleString('en-US')}+ ${many}`;
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

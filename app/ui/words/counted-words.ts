/** "1 order", "1,204 orders". Browser-safe. */
export const countedWords = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

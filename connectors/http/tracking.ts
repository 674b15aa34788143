/** The numbers in a text that may have several, however they are spaced. */
const numbersIn = (text: string) => text.split(/[,;\n]/).flatMap((part) => part.replace(/\s+/g, '').toUpperCase() || []);

/** Whether two texts have a tracking number in common; without a number nothing has. */
export function sharesNumber(theirs: unknown, ours: string): boolean {
  if (typeof theirs !== 'string' && typeof theirs !== 'number') return false;
  const numbers = new Set(numbersIn(ours));
  return numbersIn(String(theirs)).some((number) => numbers.has(number));
}

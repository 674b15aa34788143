/** A part of a text, whether the other text lacks it, and where it begins. */
export type Part = { text: string; differs: boolean; at: number };

const wordsIn = (text: string): string[] => text.match(/[\p{L}\d]+/gu) ?? [];
const has = (words: string[], word: string) => words.some((other) => other.toLowerCase() === word.toLowerCase());
const whole = (text: string): Part[] => [{ text, differs: false, at: 0 }];

/**
 * The name of a product with those words marked that the name of what is sold lacks, and the words of that which the product
 * lacks. Names without a common word are not compared.
 */
export function compareNames(product: string, sold: string): { parts: Part[]; lacking: string[] } {
  const [ours, theirs] = [wordsIn(product), wordsIn(sold)];
  if (!ours.some((word) => has(theirs, word))) return { parts: whole(product), lacking: [] };
  const differs = (text: string) => wordsIn(text).length > 0 && !has(theirs, text);
  const texts = product.match(/[\p{L}\d]+|[^\p{L}\d]+/gu) ?? [];
  // What separates two marked words is marked with them.
  const marked = texts.map((text, at) => differs(text) || (differs(texts[at - 1] ?? '') && differs(texts[at + 1] ?? '')));
  return {
    parts: joined(texts.map((text, at) => ({ text, differs: marked[at] === true }))),
    lacking: theirs.filter((word, at) => !has(ours, word) && theirs.indexOf(word) === at),
  };
}

/** A SKU from the first character on that differs. SKUs that begin differently are not compared. */
export function compareSkus(product: string, sold: string): Part[] {
  let same = 0;
  while (same < product.length && product[same] === sold[same]) same++;
  if (same < 2) return whole(product);
  return joined([
    { text: product.slice(0, same), differs: false },
    { text: product.slice(same), differs: true },
  ]);
}

/** Neighbours of one kind as one part. */
function joined(parts: Omit<Part, 'at'>[]): Part[] {
  const together: Part[] = [];
  for (const part of parts.filter(({ text }) => text !== '')) {
    const before = together.at(-1);
    if (before && before.differs === part.differs) before.text += part.text;
    else together.push({ ...part, at: (before?.at ?? 0) + (before?.text.length ?? 0) });
  }
  return together;
}

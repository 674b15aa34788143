import type { MethodGroup } from './contract.ts';

export type SuggestedMethod = { code: string; name: string; carrier: string };

/** The only method that is called as the channel's code or description, signs and case aside. What looks alike a person chooses. */
export function equalMethod(groups: readonly MethodGroup[], names: readonly (string | null)[]): SuggestedMethod | null {
  const sold = new Set(names.map(bare).filter(Boolean));
  const equal = methodsIn(groups).filter(({ carrier, code, name }) =>
    [code, name, `${carrier} ${name}`].some((each) => sold.has(bare(each))),
  );
  return equal.length === 1 ? (equal[0] ?? null) : null;
}

/**
 * The methods that share most words with the channel's code or description, at most three: the best, and those as good. Words that
 * every other method has too, as `shipping`, say nothing alone.
 */
export function alikeMethods(groups: readonly MethodGroup[], names: readonly (string | null)[]): SuggestedMethod[] {
  const sold = new Set(names.flatMap(wordsIn));
  const scored = methodsIn(groups)
    .map((method) => ({ method, score: likeness(sold, new Set([...wordsIn(method.carrier), ...wordsIn(method.name)])) }))
    .filter(({ score }) => score >= leastLikeness)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score > best - 0.2)
    .slice(0, 3)
    .map(({ method }) => method);
}

const leastLikeness = 0.4;

/** The part of all words that both have. */
function likeness(sold: Set<string>, ours: Set<string>): number {
  const common = sold.intersection(ours);
  if ([...common].every((word) => plain.has(word))) return 0;
  return common.size / sold.union(ours).size;
}

const plain = new Set(['shipping', 'delivery', 'service', 'mail', 'parcel', 'of', 'the', 'and']);

const methodsIn = (groups: readonly MethodGroup[]): SuggestedMethod[] =>
  groups.flatMap(({ carrier, methods }) => methods.map(({ code, name }) => ({ code, name, carrier })));

const bare = (text: string | null) => (text ?? '').toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** `RoyalMail TRACKED24` has the words royal, mail, tracked and 24. */
const wordsIn = (text: string | null): string[] =>
  ((text ?? '').replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').match(/\p{L}+|\d+/gu) ?? []).map((word) => word.toLowerCase());

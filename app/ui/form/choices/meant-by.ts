import { fitOf } from '../../../theme/best-first.ts';

export type Option = { value: string; label: string };
export type Group = { group: string; items: Option[] };

/**
 * The one choice that typed words can only mean: the only one that is called so, or where none is, the only one that begins so. Null for
 * the name of what is chosen: all are offered then.
 */
export function meantBy(typed: string, data: (Option | Group)[], chosen: string | null): string | null {
  if (typed.trim() === '' || typed === labelIn(data, chosen)) return null;
  const that = (fit: number) => optionsOf(data).filter(({ label }) => fitOf(label, typed) === fit);
  const equal = that(0);
  const [only, ...others] = equal.length > 0 ? equal : that(1);
  return only && others.length === 0 ? only.value : null;
}

/** What the field shows of a choice; nothing where none is made. */
export const labelIn = (data: (Option | Group)[], chosen: string | null): string =>
  optionsOf(data).find(({ value }) => value === chosen)?.label ?? '';

const optionsOf = (data: (Option | Group)[]): Option[] => data.flatMap((each) => ('items' in each ? each.items : [each]));

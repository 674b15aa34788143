import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { numberIn, type One } from './lists.ts';
import { directiveIn, type Once } from './once.ts';
import { outcomeOf, refuse } from './replies.ts';

/**
 * Mutations of a record that its id names, each by what it does: `fulfillmentOrder` with `Hold`. They change it, or refuse to; `missing`
 * says that there is none.
 */
export const mutationsOf = <T, S extends One>(
  name: string,
  find: (id: number) => T | undefined,
  changes: Record<string, (record: T, said: S) => void>,
  missing: string,
): Record<string, (said: S) => object> =>
  Object.fromEntries(
    Object.entries(changes).map(([does, change]) => [
      `${name}${does}`,
      (said: S) => {
        change(find(numberIn(said.id)) ?? refuse(missing, ['id']), said);
        return {};
      },
    ]),
  );

/** Refuses one of a list; `within`: the field of it that is wrong. */
export type Cannot = (message: string, code?: string, ...within: string[]) => never;

/**
 * Does something with each of a list, or with none where any is refused: `userErrors` name those by their places. What `prepare` returns
 * does it, once all are found good.
 */
export function allOrNone<T>(list: readonly T[], path: string[], prepare: (one: T, cannot: Cannot) => () => void): object {
  const outcomes = list.map((one, at) => {
    const cannot: Cannot = (message, code, ...within) => refuse(message, [...path, String(at), ...within], code);
    return outcomeOf(() => prepare(one, cannot));
  });
  const userErrors = outcomes.flatMap((each) => ('userErrors' in each ? each.userErrors : []));
  for (const each of userErrors.length === 0 ? outcomes : []) if ('done' in each) each.done();
  return { userErrors };
}

type Keyed = {
  /** Which directive has the key. */
  by: string;
  once: Once;
  /** Where it has none. */
  lacking: string;
  /** Ends it where the key was used with something else. */
  another: () => never;
};

/** A mutation that is done once for a key in a directive: whoever says it again gets the reply of then. */
export const onceByKey =
  <G>({ by, once, lacking, another }: Keyed, does: (given: G) => object) =>
  (given: G, _context: unknown, info: GraphQLResolveInfo): object => {
    const key = directiveIn(info, by)?.key;
    if (typeof key !== 'string' || key.trim() === '') throw new GraphQLError(lacking);
    return once(key, given, another, () => does(given));
  };

import { z } from 'zod';
import type { Collection, Kept } from './collection.ts';
import type { Entry } from './stand-in.ts';

/** Something that people do to a record in the vendor's own screens, with what they say to it. */
export type Act<A, T> = { says: z.ZodType; does: (account: A, record: T, said: never) => void };

export const act = <A, T, S>(says: z.ZodType<S>, does: (account: A, record: T, said: S) => void): Act<A, T> => ({ says, does });

/** The entry of a record that people act on: each act by its name, in the order in which they are declared. */
export function actsOn<A, T>(
  find: (account: A, id: string) => T | undefined,
  acts: Record<string, Act<A, T>>,
  shown: (record: T) => object,
): Required<Pick<Entry<A>, 'change'>> & { fields: z.ZodObject } {
  return {
    fields: z.object(Object.fromEntries(Object.entries(acts).map(([name, { says }]) => [name, says]))),
    change(account, id, said: Record<string, unknown>) {
      const record = find(account, id);
      if (record === undefined) return null;
      for (const [name, { does }] of Object.entries(acts)) if (said[name] !== undefined) does(account, record, said[name] as never);
      return shown(record);
    },
  };
}

/** The entry of records that people act on by what an account does under the same names, with what is said to each. */
export const actsBy = <A extends object, T extends object>(
  of: (account: A) => Collection<T>,
  says: Record<string, z.ZodType>,
): ReturnType<typeof actsOn<A, Kept<T>>> => {
  const by = (name: string) => (account: A, record: Kept<T>, said: unknown) =>
    (account as Record<string, (record: Kept<T>, said: unknown) => void>)[name]?.(record, said);
  const acts = Object.entries(says).map(([name, said]) => [name, act(said, by(name))] as const);
  return actsOn(
    (account, id) => of(account).get(id),
    Object.fromEntries(acts),
    ({ id }) => ({ id }),
  );
};

/** The entry of records that are kept as they are entered. */
export const entryOf = <A, F extends z.ZodType<object>>(fields: F, of: (account: A) => Collection<z.output<F>>): Entry<A> => ({
  fields,
  add: (account, entered: z.input<F>) => of(account).add(fields.parse(entered)),
  remove: removedFrom(of),
});

/** The removal of an entry: false where there is none. */
export const removedFrom =
  <A, T extends object>(of: (account: A) => Collection<T>): NonNullable<Entry<A>['remove']> =>
  (account, id) => {
    const record = of(account).get(id);
    if (record) of(account).remove(record);
    return record !== undefined;
  };

/** What is in a parcel, as the state of a stand-in shows it: units by SKU, of however many lines. */
export function unitsBySku<T extends { quantity: number }>(items: T[], skuOf: (item: T) => string | undefined): Record<string, number> {
  const units: Record<string, number> = {};
  for (const item of items) units[skuOf(item) ?? ''] = (units[skuOf(item) ?? ''] ?? 0) + item.quantity;
  return units;
}

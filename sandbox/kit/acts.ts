import { z } from 'zod';
import type { Collection, Kept } from './collection.ts';
import type { Entry } from './stand-in.ts';

/** Something that people do to a record in the vendor's own screens, with what they say to it. */
export type Act<A, T> = { says: z.ZodType; does: (account: A, record: T, said: never) => void };

/** What is said to many acts: that it is done, or to how many units of an SKU. */
export const [yes, units] = [z.literal(true), z.object({ sku: z.string(), quantity: z.number().int().positive() })];
export type Units = z.infer<typeof units>;

export const act = <A, T, S>(says: z.ZodType<S>, does: (account: A, record: T, said: S) => void): Act<A, T> => ({ says, does });

/** What people do to records, by the names of their acts. `change`: all that is said is done, null where there is no such record. */
export type Acts<A, N extends string = string> = {
  fields: z.ZodObject;
  change: (account: A, id: number | string, said: Partial<Record<N, unknown>>) => object | null;
};

/** The entry of records that people act on: each act by its name, in the order in which they are declared. */
export function actsOn<A, T extends object, N extends string>(
  of: (account: A) => Pick<Collection<T>, 'get'>,
  acts: Record<N, Act<A, Kept<T>>>,
): Acts<A, N> {
  const declared = Object.entries(acts) as [N, Act<A, Kept<T>>][];
  return {
    fields: z.object(Object.fromEntries(declared.map(([name, { says }]) => [name, says]))),
    change(account, id, said) {
      const record = of(account).get(id);
      if (!record) return null;
      for (const [name, { does }] of declared) if (said[name] !== undefined) does(account, record, said[name] as never);
      return { id: record.id };
    },
  };
}

/** The entry of what is sold: a buyer, or somebody for him, places an order, and people act on it afterwards. */
export const orderEntry = <A extends { enter: (order: never) => { id: number } }>(
  order: z.ZodObject,
  { fields, change }: { fields: z.ZodObject } & Required<Pick<Entry<A>, 'change'>>,
): Entry<A> => ({ fields: order.extend(fields.partial().shape), add: ({ enter }, entered) => enter(entered), change });

/** The entry of records that people act on by what an account does under the same names, with what is said to each. */
export const actsBy = <A extends object, T extends object>(of: (account: A) => Collection<T>, says: Record<string, z.ZodType>): Acts<A> => {
  const by = (name: string) => (account: A, record: Kept<T>, said: unknown) =>
    (account as Record<string, (record: Kept<T>, said: unknown) => void>)[name]?.(record, said);
  const acts = Object.entries(says).map(([name, said]) => [name, act(said, by(name))] as const);
  return actsOn(of, Object.fromEntries(acts));
};

/**
 * Takes what is bought off the goods of its SKU: `left` says what of them changes by that, null for nothing. Returns their number, 0 where
 * there are none.
 */
export function sell<T extends { sku: string }>(goods: Collection<T>, sku: string, left: (one: Kept<T>) => Partial<T> | null): number {
  const one = goods.find((each) => each.sku === sku);
  const changes = one && left(one);
  if (one && changes) goods.change(one, changes);
  return one?.id ?? 0;
}

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

/** A parcel as the state of a stand-in shows it. */
export const parcelRow = <T extends { quantity: number }>(
  trackingNumber: string | null,
  items: T[],
  skuOf: (item: T) => string | undefined,
): object => ({ trackingNumber, units: unitsBySku(items, skuOf) });

/** What is in a parcel, as the state of a stand-in shows it: units by SKU, of however many lines. */
export function unitsBySku<T extends { quantity: number }>(items: T[], skuOf: (item: T) => string | undefined): Record<string, number> {
  const units: Record<string, number> = {};
  for (const item of items) units[skuOf(item) ?? ''] = (units[skuOf(item) ?? ''] ?? 0) + item.quantity;
  return units;
}

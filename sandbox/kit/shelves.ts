import type { Collection, Kept } from './collection.ts';

/** Goods of one SKU and lot at one place of a warehouse. */
export type Shelf = { sku: string; building: number; place: string; lot: string | null; expires: string | null; onHand: number };
/** Units of a shelf that an order has, and of which lot they are. */
export type Taken = Pick<Shelf, 'sku' | 'lot' | 'expires'> & { shelf: number; quantity: number };

export type Shelves = {
  shelves: Collection<Shelf>;
  /** How many units of each shelf orders have that wait: they lie there, and are nobody else's. */
  committed: () => ReadonlyMap<number, number>;
  /** What there is of each line in a building, from as many lots as it takes; what lies there first is taken first. */
  take: (lines: readonly { sku: string; quantity: number }[], building: number) => Taken[][];
  /** They have left. */
  send: (taken: readonly Taken[]) => void;
  /** They lie there now, with what lies there of the same lot; less than none takes some away. */
  put: (place: Omit<Shelf, 'onHand'>, units: number) => void;
  /** Counts, as of now, how many units lie on some shelves, and how many of them orders have. */
  counting: () => (some: readonly Kept<Shelf>[]) => { onHand: number; held: number };
};

/** The shelves of a warehouse. `held`: what its orders have that has not left. */
export function openShelves(shelves: Collection<Shelf>, held: () => readonly Taken[]): Shelves {
  const committed = () => {
    const units = new Map<number, number>();
    for (const { shelf, quantity } of held()) units.set(shelf, (units.get(shelf) ?? 0) + quantity);
    return units;
  };
  return {
    ...{ shelves, committed },
    take(lines, building) {
      const used = committed();
      const there = Map.groupBy(
        shelves.all().filter((shelf) => shelf.building === building),
        ({ sku }) => sku,
      );
      return lines.map(({ sku, quantity }) => takeFrom(there.get(sku) ?? [], quantity, used));
    },
    send(taken) {
      for (const { shelf: id, quantity } of taken) {
        const shelf = shelves.get(id);
        if (shelf) shelves.change(shelf, { onHand: shelf.onHand - quantity });
      }
    },
    put(place, units) {
      const { sku, building, lot } = place;
      const shelf = shelves.find((one) => one.sku === sku && one.building === building && one.lot === lot);
      if (shelf) shelves.change(shelf, { onHand: shelf.onHand + units });
      else shelves.add({ ...place, onHand: units });
    },
    counting() {
      const used = committed();
      return (some) => ({ onHand: sumOf(some, ({ onHand }) => onHand), held: sumOf(some, ({ id }) => used.get(id) ?? 0) });
    },
  };
}

/** So many units of the first shelves that have some nobody uses; notes in `used` that they are used now. */
function takeFrom(shelves: readonly Kept<Shelf>[], quantity: number, used: Map<number, number>): Taken[] {
  const upTo = handingOut(quantity);
  return shelves.flatMap(({ id, sku, lot, expires, onHand }) => {
    const units = upTo(onHand - (used.get(id) ?? 0));
    if (units === 0) return [];
    used.set(id, (used.get(id) ?? 0) + units);
    return { shelf: id, sku, lot, expires, quantity: units };
  });
}

/** Hands out so many units, to each as many as it can take, until there are none left. */
export function handingOut(units: number): (most: number) => number {
  let left = units;
  return (most) => {
    const some = Math.max(0, Math.min(left, most));
    left -= some;
    return some;
  };
}

export const sumOf = <T>(list: readonly T[], amount: (one: T) => number): number => list.reduce((sum, one) => sum + amount(one), 0);
export const unitsOf = (taken: readonly { quantity: number }[]): number => sumOf(taken, ({ quantity }) => quantity);

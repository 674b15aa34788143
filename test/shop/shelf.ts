import type { StockRow } from '../../connectors/contract.ts';

export const places = ['A', 'B'] as const;
type Place = (typeof places)[number];
/** `from`: what the warehouse has allocated to it, once it has the order. */
export type SoldMugs = {
  id: number;
  units: number;
  from: Map<Place, number> | null;
  isHeard: boolean;
  leftAt: Date | null;
  parcelIsHeard: boolean;
};
/** They go back to their vendor. */
export type ReturnedMugs = { id: number; units: number; leftAt: Date; isHeard: boolean };
/** `id`: of our receipt, once it is heard of. */
export type NewMugs = { units: number; cameAt: Date; id: number | null; isBooked: boolean };
export type MugCount = { begunAt: Date; looked: StockRow[][]; lookedAt: Date; stored: number };
export type Shelf = ReturnType<typeof openShelf>;

/** Mugs in a warehouse of two places, as it knows them itself, and what was heard of that. A count has a page of each place. */
export function openShelf() {
  const there = new Map(places.map((place) => [place, { onHand: 6, allocated: 0 }]));
  const at = (place: Place) => there.get(place) ?? { onHand: 0, allocated: 0 };
  const sold: SoldMugs[] = [];
  const came: NewMugs[] = [];
  const returned: ReturnedMugs[] = [];
  const onHand = () => sum([...there.values()].map((row) => row.onHand));
  const free = () => sum([...there.values()].map((row) => row.onHand - row.allocated));
  return {
    ...{ sold, came, returned, onHand },
    /** What is neither allocated nor promised to an order that the warehouse does not have. */
    free: () => free() - unitsOf(sold.filter(({ from }) => from === null)),
    /** The same, with what went back and nobody here knows of. */
    mostInChannel: () => free() - unitsOf(sold.filter(({ from }) => from === null)) + unitsOf(returned.filter(({ isHeard }) => !isHeard)),
    /** A book adds receipts itself, and cannot know of a parcel before anybody here does. */
    mostInBook: () =>
      onHand() +
      unitsOf(sold.filter(({ leftAt, parcelIsHeard }) => leftAt !== null && !parcelIsHeard)) +
      unitsOf(returned.filter(({ isHeard }) => !isHeard)) -
      unitsOf(came.filter(({ id, isBooked }) => id !== null && !isBooked)),
    /** @throws when more was promised than is there. */
    allocate(order: SoldMugs): void {
      if (order.units > free()) throw new Error(`${order.units} mugs were sold, of ${free()}`);
      order.from = new Map();
      let left = order.units;
      for (const [place, row] of there) {
        const taken = Math.min(left, row.onHand - row.allocated);
        order.from.set(place, taken);
        row.allocated += taken;
        left -= taken;
      }
    },
    send(order: SoldMugs, leftAt: Date): void {
      for (const [place, taken] of order.from ?? []) {
        at(place).onHand -= taken;
        at(place).allocated -= taken;
      }
      order.leftAt = leftAt;
    },
    sendBack(mugs: ReturnedMugs): void {
      let left = mugs.units;
      for (const row of there.values()) {
        const taken = Math.min(left, row.onHand - row.allocated);
        row.onHand -= taken;
        left -= taken;
      }
      returned.push(mugs);
    },
    put(place: Place, mugs: NewMugs): void {
      at(place).onHand += mugs.units;
      came.push(mugs);
    },
    /** Looks at the next place. */
    look(count: MugCount, lookedAt: Date): void {
      const location = places[count.looked.length];
      if (location === undefined) return;
      const { onHand: units, allocated } = at(location);
      const row = {
        sku: 'MUG',
        warehouseId: 'KY1',
        location,
        lot: null,
        onHand: units,
        allocated,
        onHold: 0,
        available: units - allocated,
      };
      count.looked.push([row]);
      count.lookedAt = lookedAt;
    },
  };
}

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
const unitsOf = (some: readonly { units: number }[]) => sum(some.map(({ units }) => units));

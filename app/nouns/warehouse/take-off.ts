/** What lies at a place. */
export type Place = { sku: string; warehouse: string; location: string; lot: string } & Figures;
type Figures = { on_hand: number; allocated: number; on_hold: number; available: number };
/**
 * `warehouse`: the building that it left from, where that is known. `short`: units of it that are not on the shelves. `is_unpromised`: it
 * left without an order of ours.
 */
export type Departure = {
  remote_id: string;
  sku: string;
  lot: string;
  warehouse: string | null;
  units: number;
  short: number;
  is_unpromised: boolean;
};
/** `off`: how many units it is lower. `unavailable`: how many of its available ones were never promised, and are gone. */
export type Lowered = Place & { off: number; unavailable: number };

/**
 * The places that are lower without what left, by how much. Units come from the building and lot that they left from: those that the
 * warehouse held for a parcel first, then free ones. What is not there comes from wherever else the SKU lies: a figure may be too low until
 * the next count, and never too high. What lies nowhere came after the count and has left again: it is short.
 *
 * What is available is lowered by all that nobody was promised, too: whether the warehouse had allocated it by the count is not known.
 */
export function takeOff(places: readonly Place[], departures: readonly Departure[]): { lowered: Lowered[]; short: Departure[] } {
  const lowered = places.map((place) => ({ ...place, off: 0, unavailable: 0 }));
  const bySku = Map.groupBy(lowered, ({ sku }) => sku);
  const left = departures.map((departure) => ({ ...departure, short: takeFrom(bySku.get(departure.sku) ?? [], departure) }));
  return {
    lowered: lowered.filter(({ off, unavailable }) => off > 0 || unavailable > 0),
    short: left.filter(({ short }, at) => short !== departures[at]?.short),
  };
}

/** Returns how many units lie nowhere. */
function takeFrom(places: readonly Lowered[], departure: Departure): number {
  const inTurn = places.toSorted(
    (a, b) => b.allocated - a.allocated || compare(a.warehouse, b.warehouse) || compare(a.location, b.location),
  );
  const groups = Map.groupBy(inTurn, (place) => distance(place, departure));
  const nearest = ([0, 1, 2] as const).map((away) => groups.get(away) ?? []);
  if (departure.is_unpromised) takeAvailable(nearest.flat(), departure.units);
  let left = departure.units;
  const take = (place: Lowered, most: number) => {
    const units = Math.min(left, Math.max(most, 0));
    left -= units;
    place.on_hand -= units;
    place.off += units;
    return units;
  };
  for (const group of nearest) {
    for (const place of group) place.allocated -= take(place, Math.min(place.allocated, place.on_hand));
    for (const place of group) take(place, place.on_hand - place.on_hold - place.allocated);
  }
  // What was on hold when it was counted was free by the time it left.
  for (const place of nearest.flat()) take(place, place.on_hand);
  return left;
}

function takeAvailable(nearest: readonly Lowered[], units: number): void {
  let left = units;
  for (const place of nearest) {
    const taken = Math.min(left, Math.max(place.available, 0));
    left -= taken;
    place.available -= taken;
    place.unavailable += taken;
  }
}

function distance(place: Place, { warehouse, lot }: Departure): 0 | 1 | 2 {
  if (warehouse !== null && place.warehouse !== warehouse) return 2;
  return place.lot === lot ? 0 : 1;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

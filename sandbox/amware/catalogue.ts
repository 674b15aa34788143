import type { Clock } from '../clock.ts';
import { hash } from '../seeded.ts';
import type { Feed } from './feed.ts';
import type { Shelves } from './shelves.ts';
import type { Item } from './wire.ts';

/** A new item, and the least number of units in stock. */
export type NewItem = { sku: string; name: string; upc?: string | null; units?: number };

export type Catalogue = {
  /** Adds items that are not known yet, and fills up the stock of items that have fewer units than given. */
  take: (items: NewItem[]) => { added: number };
  /** Removes items: the warehouse no longer has them, and takes no orders for them. */
  drop: (skus: string[]) => { removed: number };
  /** Gives an item another UPC. */
  correct: (sku: string, upc: string | null) => void;
};

export function createCatalogue(items: Feed<Item>, shelves: Shelves, clock: Clock, changed: (sku: string) => void): Catalogue {
  const add = ({ sku, name, upc = upcOf(sku), units = 0 }: NewItem) => {
    const location = locationOf(sku);
    items.enter(sku, { sku, name, upc, image_url: null, description: null, warehouse_location: `KY1 ${location}`, removed: false });
    stock(sku, units, shelves, clock);
    changed(sku);
  };
  const setRemoved = (sku: string, removed: boolean) => {
    const item = items.rows.get(sku);
    if (!item || item.removed === removed) return false;
    items.change(sku, item, { removed });
    changed(sku);
    return true;
  };
  /** What was given up may come back as another article. */
  const nameAnew = ({ sku, name, upc }: NewItem) => {
    const item = items.rows.get(sku);
    if (item?.removed) items.change(sku, item, { name, ...(upc === undefined ? {} : { upc }) });
    setRemoved(sku, false);
  };
  return {
    correct(sku, upc) {
      const item = items.rows.get(sku);
      if (item) items.change(sku, item, { upc });
      changed(sku);
    },
    drop: (skus) => ({ removed: skus.filter((sku) => setRemoved(sku, true)).length }),
    take: (list) => {
      const before = items.rows.size;
      for (const item of list) {
        if (!items.rows.has(item.sku)) add(item);
        else {
          nameAnew(item);
          fillUp(item, shelves);
        }
      }
      return { added: items.rows.size - before };
    },
  };
}

/** Two thirds are in Kentucky, one SKU in five in two lots that expire; the rest is in Nevada. A few units are on hold as damaged. */
function stock(sku: string, units: number, shelves: Shelves, clock: Clock) {
  if (units === 0) return;
  const seed = hash(sku);
  const away = Math.floor(units / 3);
  const home = units - away;
  const lots = seed % 5 === 0 ? [`L${2400 + (seed % 90)}`, `L${2500 + (seed % 90)}`] : [null];
  for (const [at, lot] of lots.entries()) {
    const share = Math.ceil(home / lots.length);
    const expires = lot !== null && { expires_on: dayAfter(clock, 20 + (seed % 60) + at * 240) };
    shelves.put({ sku, warehouse_id: 'KY1', location: locationOf(sku), lot, ...expires }, share + (seed % 4), seed % 4);
  }
  if (away > 0) shelves.put({ sku, warehouse_id: 'NV2', location: locationOf(`NV2 ${sku}`), lot: null }, away);
}

const dayAfter = (clock: Clock, days: number) => new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);

function fillUp({ sku, units = 0 }: NewItem, shelves: Shelves) {
  const missing = units - shelves.unitsOf(sku);
  if (missing > 0) shelves.put({ sku, warehouse_id: 'KY1', location: locationOf(sku), lot: null }, missing);
}

function locationOf(sku: string): string {
  const seed = hash(`location:${sku}`);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${'ABCDEFGH'[seed % 8]}-${two((seed >>> 3) % 40)}-${((seed >>> 9) % 5) + 1}`;
}

/** A made-up EAN-13 from the range reserved for use within a company. */
export function upcOf(sku: string): string {
  const body = `20${String(hash(`upc:${sku}`)).padStart(10, '0')}`;
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

import type { Clock } from '../clock.ts';
import type { Table } from '../journal.ts';
import { distributionCenters, isExternal, ownCenter } from './reference.ts';

export type Product = {
  ID: number;
  ProfileID: number;
  Sku: string;
  Title: string;
  Description: string | null;
  UPC: string | null;
  EAN: string | null;
  WarehouseLocation: string | null;
  RetailPrice: number | null;
  Weight: number | null;
  IsParent: boolean;
  BundleType: 'None' | 'BundleItem';
  CreateDateUtc: string;
  UpdateDateUtc: string;
  TotalAvailableQuantity: number;
  DCQuantities: { ProductID: number; ProfileID: number; DistributionCenterID: number; AvailableQuantity: number }[];
  Images: { ProductID: number; PlacementName: string; Url: string }[];
  /** Every accepted update of a quantity, to see what a client sent. */
  updates: { type: string; center: number; quantity: number }[];
};
export type NewProduct = { sku: string; title?: string | undefined; upc?: string | null | undefined; profileId?: number | undefined };
export type Update = { DistributionCenterID: number; Quantity: number };

export type Products = ReturnType<typeof createProducts>;

const firstProductId = 60_000_001;

/** A profile's catalogue. A marketplace may sell what is not in it yet: that gets a product, as an import makes one. */
export function createProducts(table: Table<Product>, profileId: number, clock: Clock, unshipped: (sku: string) => number) {
  const bySku = new Map([...table.rows.values()].map((product) => [`${product.ProfileID}/${product.Sku}`, product.ID]));
  let last = [...table.rows.keys()].reduce((most, id) => Math.max(most, Number(id)), firstProductId - 1);
  const add = ({ sku, title, upc, profileId: own = profileId }: NewProduct): Product => {
    last += 1;
    const product = newProduct({ ID: last, ProfileID: own, Sku: sku, Title: title ?? sku, UPC: upc ?? null }, clock);
    table.put(String(last), product);
    bySku.set(`${own}/${sku}`, last);
    return product;
  };
  return {
    rows: table.rows,
    add,
    /** `title`: what the marketplace calls it, for one that is not in the catalogue yet. */
    idOf: (sku: string, title?: string) => bySku.get(`${profileId}/${sku}`) ?? add({ sku, title }).ID,
    isThere: (profile: number, sku: string) => bySku.has(`${profile}/${sku}`),
    change: (product: Product, changes: Partial<Product>) =>
      table.patch(String(product.ID), { ...changes, UpdateDateUtc: new Date(clock.now()).toISOString() }),
    /** `UnShipped` quantities contain what is sold and has not left; the others are what can be sold. */
    update: (product: Product, type: string, updates: Update[]) => {
      const all = updatedQuantities(product, updates, type === 'UnShipped' ? unshipped(product.Sku) : 0);
      table.patch(String(product.ID), {
        DCQuantities: all,
        TotalAvailableQuantity: all.reduce((sum, { AvailableQuantity }) => sum + AvailableQuantity, 0),
        UpdateDateUtc: new Date(clock.now()).toISOString(),
        updates: [...product.updates, ...updates.map((one) => ({ type, center: one.DistributionCenterID, quantity: one.Quantity }))],
      });
    },
  };
}

type Named = Pick<Product, 'ID' | 'ProfileID' | 'Sku' | 'Title' | 'UPC'>;

function newProduct(named: Named, clock: Clock): Product {
  const now = new Date(clock.now()).toISOString();
  return {
    ...named,
    ...{ Description: null, EAN: null, WarehouseLocation: null, RetailPrice: null, Weight: null, IsParent: false, BundleType: 'None' },
    ...{ CreateDateUtc: now, UpdateDateUtc: now, TotalAvailableQuantity: 0, DCQuantities: [], Images: [], updates: [] },
  };
}

/** The quantities of all distribution centres after an update of some; `sold` is taken off the seller's own. */
function updatedQuantities({ ID, ProfileID, DCQuantities }: Product, updates: Update[], sold: number): Product['DCQuantities'] {
  const others = DCQuantities.filter((one) => !updates.some(({ DistributionCenterID: id }) => id === one.DistributionCenterID));
  const changed = updates.map(({ DistributionCenterID, Quantity }) => ({
    ...{ ProductID: ID, ProfileID, DistributionCenterID },
    AvailableQuantity: Math.max(0, Quantity - (DistributionCenterID === ownCenter ? sold : 0)),
  }));
  return [...others, ...changed];
}

/** Why a quantity cannot be written there, or null. */
export function refusedUpdate({ DistributionCenterID: id, Quantity }: Update): string | null {
  const center = distributionCenters.find(({ ID }) => ID === id);
  if (!center || center.IsDeleted) return `The distribution center ${id} does not exist.`;
  if (isExternal(id)) return `The quantity of the externally managed distribution center ${id} cannot be updated.`;
  return Quantity < 0 ? 'Quantity must not be negative.' : null;
}

import { type Fits, searchBy } from '../kit/graphql/search.ts';

type Searched = { id: number; changedAt: number; cancelledAt?: number | null; sku?: string };

/** Finds what is like it, in any case. */
const sku: Fits = ({ sku: own = '' }: Searched, text) => own.toLowerCase().includes(text.toLowerCase());

export const search = searchBy(
  {
    'updated_at:>=': ({ changedAt }: Searched, at) => Math.floor(changedAt / 1000) * 1000 >= Date.parse(at),
    'id:>=': ({ id }: Searched, from) => id >= Number(from),
  },
  {
    Order: { 'status:open': ({ cancelledAt }: Searched) => cancelledAt === null },
    ...{ ProductVariant: { 'sku:': sku }, InventoryItem: { 'sku:': sku } },
  },
);

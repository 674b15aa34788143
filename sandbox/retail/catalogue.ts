import type { NewItem } from '../amware/catalogue.ts';
import { isGoodsName, isWithheld, looksLikeGoods } from './codes.ts';
import { type Invoice, readInvoices, samplePath } from './invoices.ts';

/** Collects the items of the seller's warehouse from the invoices: names, and twice the units that are needed. */
export function createCatalogueReader() {
  const names = new Map<string, Map<string, number>>();
  const units = new Map<string, number>();
  return {
    read: ({ lines }: Invoice) => {
      for (const { code, description, quantity } of lines) {
        if (!looksLikeGoods(code)) continue;
        if (quantity > 0) units.set(code, (units.get(code) ?? 0) + quantity);
        if (isGoodsName(description)) count(names, code, description);
      }
    },
    items: (): NewItem[] =>
      [...names]
        .filter(([code]) => !isWithheld(code))
        .map(([sku, counts]) => ({ sku, name: mostFrequent(counts), units: 2 * (units.get(sku) ?? 0) + 500 })),
  };
}

export async function readCatalogue(path: string): Promise<NewItem[]> {
  const reader = createCatalogueReader();
  for await (const invoice of readInvoices(path)) reader.read(invoice);
  return reader.items();
}

let sample: Promise<NewItem[]> | undefined;

export function sampleCatalogue(): Promise<NewItem[]> {
  sample ??= readCatalogue(samplePath);
  return sample;
}

function count(names: Map<string, Map<string, number>>, code: string, name: string) {
  const counts = names.get(code) ?? new Map<string, number>();
  names.set(code, counts.set(name, (counts.get(name) ?? 0) + 1));
}

function mostFrequent(counts: Map<string, number>): string {
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

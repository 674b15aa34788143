import { z } from 'zod';
import type { Collection, Kept } from '../kit/collection.ts';
import { jsonIn } from '../kit/files.ts';
import { openJobs } from '../kit/jobs.ts';
import type { Parts } from '../kit/stand-in.ts';
import { type Listing, marketplaces } from './listing.ts';

/** A feed of quantities, or a report of listings: Amazon works on it for a while, and leaves a file. */
export type Task = { kind: 'feed' | 'report'; type: string; marketplaces: string[]; input: number | null; result: number | null };
type Stock = (sku: string, marketplace: string, change: Change) => boolean;
type Goods = { site: { workMs: number }; listings: Collection<Listing>; stock: Stock };
export const text = { type: 'text/plain; charset=UTF-8', isPacked: false };

export const openWork = (parts: Parts, { site, listings, stock }: Goods) =>
  openJobs<Task>(parts, {
    ...{ name: 'tasks', firstId: 50_001, takesMs: () => site.workMs },
    done(task) {
      const input = parts.files.get(task.input ?? 0)?.text ?? '';
      const result = task.kind === 'feed' ? processed(input, task, stock) : reportOf(task, listings);
      return { result: parts.files.write(result, { ...text, isPacked: true }).id };
    },
  });

const availability = z.object({
  ...{ fulfillment_channel_code: z.literal('DEFAULT'), quantity: z.number().int().min(0) },
  ...{ lead_time_to_ship_max_days: z.number().int().optional(), restock_date: z.string().optional() },
});
const quantityPatch = z.object({
  ...{ op: z.enum(['merge', 'replace']), path: z.literal('/attributes/fulfillment_availability'), value: z.tuple([availability]) },
});
/** The only change of a listing that a stand-in makes. What a merge does not say stays; a replacement leaves nothing of it. */
export const patches = z
  .object({ productType: z.string().min(1), patches: z.tuple([quantityPatch]) })
  .transform(({ patches: [{ op, value }] }) => ({ ...value[0], isMerged: op === 'merge' }));
export type Change = z.output<typeof patches>;

const listingsFeed = z.object({
  header: z.object({ sellerId: z.string(), version: z.literal('2.0') }),
  messages: z.array(z.object({ messageId: z.number().int().positive(), sku: z.string(), operationType: z.literal('PATCH') }).loose()),
});

/** Applies a JSON_LISTINGS_FEED, and reports on it: one that cannot be read has an issue without a message. */
function processed(text: string, { id, marketplaces: [marketplace = ''] }: Kept<Task>, stock: Stock): string {
  const feed = listingsFeed.safeParse(jsonIn(text)).data;
  const issues: object[] = [];
  if (!feed) issues.push({ code: '4000001', severity: 'ERROR', message: 'The feed is not of the format JSON_LISTINGS_FEED.' });
  for (const { messageId, sku, ...message } of feed?.messages ?? []) {
    const change = patches.safeParse(message).data;
    if (change && stock(sku, marketplace, change)) continue;
    const why = change ? 'The SKU does not match any listing.' : 'The quantity is not a whole number from 0.';
    issues.push({ messageId, sku, code: change ? '8541' : '90220', severity: 'ERROR', message: why });
  }
  const [messagesProcessed, errors] = [feed?.messages.length ?? 0, issues.length];
  const summary = { errors, warnings: 0, messagesProcessed, messagesAccepted: messagesProcessed - errors, messagesInvalid: errors };
  return JSON.stringify({ header: { sellerId: feed?.header.sellerId ?? '', version: '2.0', feedId: String(id) }, issues, summary });
}

/** The columns of GET_MERCHANT_LISTINGS_ALL_DATA, by the language of the marketplace; its values are the same in all. */
const columns: Record<string, string[]> = {
  en_US: ['item-name', 'listing-id', 'seller-sku', 'price', 'quantity', 'product-id', 'fulfillment-channel', 'status'],
  de_DE: ['Artikelbezeichnung', 'Angebotsnummer', 'Händler-SKU', 'Preis', 'Menge', 'Produkt-ID', 'Versender', 'Status'],
};

function reportOf({ marketplaces: [marketplace] }: Task, listings: Collection<Listing>): string {
  const { id = '', language = 'en_US' } = marketplaces.find(({ id }) => id === marketplace) ?? {};
  const rows = listings.all().map(({ id: listing, sku, name, asin, channel, quantity }) => {
    const units = channel === 'DEFAULT' ? String(quantity[id] ?? '') : '';
    return [name, `1120X${listing}`, sku, '10.00', units, asin, channel, 'Active'];
  });
  return [columns[language] ?? [], ...rows].map((cells) => cells.join('\t')).join('\r\n');
}

import { z } from 'zod';

export type Marketplace = { id: string; name: string; country: string; currency: string; language: string; domain: string };
/** Those of North America and Europe that the demo's sellers sell in: one region is one address at Amazon, and all here. */
export const marketplaces: Marketplace[] = [
  { id: 'ATVPDKIKX0DER', name: 'Amazon.com', country: 'US', currency: 'USD', language: 'en_US', domain: 'www.amazon.com' },
  { id: 'A1PA6795UKMFR9', name: 'Amazon.de', country: 'DE', currency: 'EUR', language: 'de_DE', domain: 'www.amazon.de' },
];

export const newListing = z.object({
  ...{ sku: z.string().min(1), name: z.string().optional(), asin: z.string().optional(), quantity: z.number().int().default(0) },
  /** `DEFAULT` is sent by the seller; all else is a centre of Amazon's. */
  channel: z.string().default('DEFAULT'),
});
/** `others`: what the seller has set of how it ships, beside the quantity. */
export type Listing = Record<'sku' | 'name' | 'asin' | 'channel', string> & { quantity: Record<string, number>; others: object };

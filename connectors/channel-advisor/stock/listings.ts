import { z } from 'zod';
import type { Listing, Listings } from '../../contract.ts';
import { firstIssue, idIn, type Translated, translateAll, webAddress } from '../../http/records.ts';
import type { ChannelAdvisorClient } from '../client.ts';
import { product as productShape } from '../wire.ts';
import { uploading } from './upload.ts';

/** A product that changed while the walk was past it has a later date than its beginning; a quarter of an hour for clocks that differ. */
const overlapMs = 15 * 60_000;

const moment = z.string().transform((text) => new Date(text));
const place = z.object({ after: z.string().regex(/^\d+$/), since: moment, began: moment });

/** A profile's products, by id; each walk begins at what changed since the one before. */
export function listingsOf(client: ChannelAdvisorClient, now: () => Date): Listings {
  return {
    upload: uploading(client),
    stream: {
      mode: 'cursor',
      async read(cursor, since) {
        const at = place.safeParse(cursor).data ?? { after: '0', since, began: now() };
        const began = at.after === '0' ? now() : at.began;
        const result = await client.listProducts(at.after, at.since);
        if (!result.ok) return result;
        const { value: raws } = result.value;
        const after = raws.map((raw) => idIn(raw, ['ID']) ?? at.after).at(-1) ?? at.after;
        const more = result.value['@odata.nextLink'] != null && after !== at.after;
        const next = more
          ? { after, since: at.since.toISOString(), began: began.toISOString() }
          : { after: '0', since: new Date(began.getTime() - overlapMs).toISOString(), began: began.toISOString() };
        return { ok: true, value: { ...translateAll(raws, translateProduct), next, more } };
      },
    },
  };
}

function translateProduct(raw: unknown): Translated<Listing> {
  const parsed = productShape.safeParse(raw);
  if (!parsed.success) return { ok: false, unreadable: { remoteId: idIn(raw, ['ID']), reason: firstIssue(parsed.error), raw } };
  const { ID, Sku, Title, UPC, EAN, Images, WarehouseLocation: location, TotalAvailableQuantity: quantity } = parsed.data;
  const imageUrl = webAddress(Images?.find(({ Url }) => Url !== '')?.Url ?? null);
  const stock = { ...(location && { location }), ...(typeof quantity === 'number' && { quantity }) };
  return { ok: true, record: { remoteId: ID, sku: Sku, name: Title || Sku, upc: UPC || EAN || null, imageUrl, url: null, ...stock, raw } };
}

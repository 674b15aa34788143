import type { Listing, Listings } from '../contract.ts';
import { firstIssue, idIn } from '../http/records.ts';
import type { Opened } from './opened.ts';
import * as queries from './queries.ts';
import { walkStream } from './walk.ts';
import * as wire from './wire.ts';

/** Items that can be kept in stock, as the products of a channel. One that was made inactive is sold no more. */
export function listingsOf({ client, zone }: Opened): Listings {
  return {
    stream: walkStream<Listing>({
      ...{ client, zone, most: 1000, query: queries.items },
      allowed: () => client.anyOf('inventoryItem'),
      read: async (rows) => ({ ok: true, value: pageOfItems(rows) }),
    }),
  };
}

/** Pure, and never throws. */
export function pageOfItems(rows: unknown[]) {
  const page: { records: Listing[]; unreadable: { remoteId: string | null; reason: string; raw: unknown }[]; gone: string[] } = {
    ...{ records: [], unreadable: [], gone: [] },
  };
  for (const raw of rows) {
    const parsed = wire.item.safeParse(raw);
    if (!parsed.success) page.unreadable.push({ remoteId: idIn(raw, ['id']), reason: firstIssue(parsed.error), raw });
    else if (parsed.data.inactive) page.gone.push(parsed.data.id);
    else {
      const { id, itemid, displayname, upccode } = parsed.data;
      page.records.push({ remoteId: id, sku: itemid, name: displayname ?? itemid, upc: upccode, imageUrl: null, url: null, raw });
    }
  }
  return page;
}

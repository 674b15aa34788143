import type { Listing, Listings, Result, Unreadable } from '../contract.ts';
import { firstIssue, idIn } from '../http/records.ts';
import type { Opened } from './opened.ts';
import * as queries from './queries.ts';
import { everyRow, idsOf } from './reading.ts';
import { walkStream } from './walk.ts';
import * as wire from './wire.ts';

/**
 * Items that can be kept in stock, as the products of a channel: of all subsidiaries, or of the one that was chosen. One that was
 * made inactive is no longer sold, and one of another subsidiary not here.
 */
export function listingsOf(opened: Opened): Listings {
  const { client, zone } = opened;
  return {
    stream: walkStream<Listing>({
      ...{ client, zone, most: 1000, query: queries.items },
      allowed: () => client.anyOf('inventoryItem'),
      async read(rows) {
        const had = await itemsOfSubsidiary(opened, idsOf(rows));
        return had.ok ? { ok: true, value: pageOfItems(rows, had.value) } : had;
      },
    }),
  };
}

/** Which of these items the chosen subsidiary has; null where none was chosen. */
async function itemsOfSubsidiary({ client, subsidiary }: Opened, items: string[]): Promise<Result<ReadonlySet<string> | null>> {
  if (subsidiary === '' || items.length === 0) return { ok: true, value: null };
  const tree = await everyRow(client, queries.subsidiaryTree);
  if (!tree.ok) return tree;
  const above = subsidiariesAbove(subsidiary, tree.value);
  const found = await client.query(queries.itemsOf(subsidiary, above, items));
  if (!found.ok) return found;
  return { ok: true, value: new Set(found.value.rows.flatMap((row) => wire.itemOfSubsidiary.safeParse(row).data?.item ?? [])) };
}

/** The way up to the top. */
export function subsidiariesAbove(subsidiary: string, rows: unknown[]): string[] {
  const parents = new Map(
    rows.flatMap((row) => (wire.subsidiary.safeParse(row).data ? [wire.subsidiary.parse(row)] : [])).map(({ id, parent }) => [id, parent]),
  );
  const above: string[] = [];
  for (let next = parents.get(subsidiary); next && !above.includes(next); next = parents.get(next)) above.push(next);
  return above;
}

/** `had`: the items that are read; null for all. Pure, and never throws. */
export function pageOfItems(rows: unknown[], had: ReadonlySet<string> | null = null) {
  const page: { records: Listing[]; unreadable: Unreadable[]; gone: string[] } = {
    ...{ records: [], unreadable: [], gone: [] },
  };
  for (const raw of rows) {
    const parsed = wire.item.safeParse(raw);
    if (!parsed.success) page.unreadable.push({ remoteId: idIn(raw, ['id']), reason: firstIssue(parsed.error), raw });
    else if (parsed.data.inactive || (had && !had.has(parsed.data.id))) page.gone.push(parsed.data.id);
    else {
      const { id, itemid, displayname, upccode } = parsed.data;
      page.records.push({ remoteId: id, sku: itemid, name: displayname ?? itemid, upc: upccode, imageUrl: null, url: null, raw });
    }
  }
  return page;
}

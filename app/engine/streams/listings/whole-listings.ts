import { z } from 'zod';
import type { Cursor, CursorStream, Listing, Page, Result } from '../../../../connectors/contract.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { idsOfSeveral } from '../../../nouns/links/listings/several.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';

/*
 * Most channels do not say what they no longer list. Of a SKU that is listed several times a dead listing would count for ever: so the ids
 * of such SKUs go along with a read of all that there is, and those that are left at its end are gone. An id that comes while it lasts is
 * none of them. A read that is moved, begun anew or not whole comes to its end as any other.
 */

/** `unseen`: ids that were not read so far, as JSON; `at`: where the connector reads on; `any`: whether there is any listing (1). */
const wholeIn = z.object({ unseen: z.string(), any: z.number(), at: z.record(z.string(), z.unknown()) });

type Place = { cursor: Cursor | null; since: Date };

/** Reads a page of a channel's listings. With the last one of a read of all come the ids that are gone of SKUs with several listings. */
export async function readListings(
  engine: Engine,
  { accountId, id }: Connection,
  stream: CursorStream<Listing>,
  { cursor, since }: Place,
): Promise<Result<Page<Listing>>> {
  const kept = wholeIn.safeParse(cursor).data;
  const at = kept ? (kept.at as Cursor) : cursor;
  const result = await stream.read(at, since);
  if (!result.ok) return result;
  const page = result.value;
  const isFirst = page.whole === 'begins' || (at === null && since.getTime() === 0);
  const before: string[] = isFirst
    ? await withoutPerson(engine.database, accountId, (tenant) => idsOfSeveral(tenant, id))
    : JSON.parse(kept?.unseen ?? '[]');
  if (before.length === 0 || isBroken(page)) return result;
  const seen = new Set([...page.records, ...page.unreadable].map(({ remoteId }) => remoteId));
  const unseen = before.filter((each) => !seen.has(each));
  const any = page.records.length > 0 || (!isFirst && kept?.any === 1);
  if (page.more || page.again !== undefined)
    return { ok: true, value: { ...page, next: { unseen: JSON.stringify(unseen), any: any ? 1 : 0, at: page.next } } };
  return { ok: true, value: { ...page, gone: [...page.gone, ...(any ? unseen : [])] } };
}

/** Which listing it is that cannot be read nobody knows. */
const isBroken = ({ whole, unreadable }: Page<Listing>) => whole === 'breaks' || unreadable.some(({ remoteId }) => remoteId === null);

import { z } from 'zod';
import type { ChannelOrder, Cursor, Orders, Page, Result } from '../contract.ts';
import { oneRecord, type Translate, translateAll } from '../http/records.ts';
import type { AmazonClient } from './client.ts';
import { because } from './reasons.ts';
import { serviceLevels, translateOrder } from './translate.ts';

/**
 * A search is read page by page by its token, up to the moment that its first page named; the next one begins there. `of`: the
 * marketplaces that it was for; others are read from the start.
 */
type Search = { after: Date; token: string | null; before: Date | null; of: string };

const moment = z.string().transform((text) => new Date(text));
const searchIn = z.object({ after: moment, token: z.string().nullable(), before: moment.nullable(), of: z.string() });

/** Amazon gives orders of the last two years. */
const oldestMs = 2 * 365 * 86_400_000;

export type Reading = { chosen: readonly string[]; sendsPrime: boolean; now: () => Date };

export function ordersOf(client: AmazonClient, { chosen: marketplaces, sendsPrime, now }: Reading): Orders {
  const translate = (raw: unknown) => translateOrder(raw, sendsPrime);
  return {
    stream: {
      mode: 'cursor',
      async read(cursor, since) {
        const at = searchAt(cursor, since, now(), marketplaces.join(','));
        const found = await client.search({
          ...{ lastUpdatedAfter: at.after.toISOString(), marketplaceIds: at.of || null, maxResultsPerPage: 100 },
          paginationToken: at.token,
        });
        if (found.ok) return { ok: true, value: pageOf(at, found.value, translate) };
        // A token that has ended is no reason to read two years again: the same search begins anew.
        const isToken = at.token !== null && found.failure.kind === 'rejected' && found.failure.code === 'invalid';
        if (!isToken) return found;
        const { reason } = found.failure;
        return {
          ok: false,
          failure: { kind: 'retry', at: now(), reason, maybeDone: false, next: asCursor({ ...at, token: null, before: null }) },
        };
      },
    },
    get: async (remoteId) => {
      const found = await client.getOrder(remoteId);
      if (!found.ok) return found;
      const { records, unreadable } = translateAll([found.value.order], translate);
      const read = oneRecord(records, unreadable);
      return read.ok ? ofChosen(read.value, marketplaces) : read;
    },
    listShippingCodes: async () => ({
      ok: true,
      value: Object.entries(serviceLevels).map(([code, description]) => ({ code, description, carrier: null })),
    }),
    sourceFields,
  };
}

/**
 * Amazon gives any order of the seller, and tells of any: one of a marketplace that was not chosen may be another connection's, and would
 * be sent twice. It is refused, not missing: one that came in before the choice waits for a person, and is not cancelled.
 */
function ofChosen(order: ChannelOrder, chosen: readonly string[]): Result<ChannelOrder> {
  const marketplace = order.store?.id ?? null;
  if (chosen.length === 0 || (marketplace !== null && chosen.includes(marketplace))) return { ok: true, value: order };
  const reason = because({ code: 'amazon.not_chosen', marketplace: order.store?.name ?? marketplace ?? 'unknown' });
  return { ok: false, failure: { kind: 'rejected', code: 'other', reason } };
}

function searchAt(cursor: Cursor | null, since: Date, now: Date, of: string): Search {
  const oldest = new Date(now.getTime() - oldestMs);
  const kept = searchIn.safeParse(cursor).data;
  return kept?.of === of ? kept : { after: since > oldest ? since : oldest, token: null, before: null, of };
}

const asCursor = ({ after, token, before, of }: Search): Cursor => ({
  ...{ after: after.toISOString(), token, before: before?.toISOString() ?? null, of },
});

type Found = Extract<Awaited<ReturnType<AmazonClient['search']>>, { ok: true }>['value'];

/** Where a reply names no moment, the search begins where it began: nothing is missed, some is read again. */
function pageOf(at: Search, { orders, pagination, lastUpdatedBefore }: Found, translate: Translate<ChannelOrder>): Page<ChannelOrder> {
  const before = at.before ?? lastUpdatedBefore ?? null;
  const token = pagination?.nextToken ?? null;
  const next = token === null ? { ...at, after: before ?? at.after, token: null, before: null } : { ...at, token, before };
  return { ...translateAll(orders, translate), next: asCursor(next), more: token !== null };
}

const sourceFields = [
  { path: 'fulfillment.deliverByWindow.latestDateTime', name: 'Deliver by', description: 'When the buyer is to have it.' },
  {
    path: 'recipient.deliveryPreference.addressInstruction',
    name: 'Delivery note',
    description: 'What the buyer wrote about the address.',
  },
  { path: 'buyer.buyerCompanyName', name: 'Company of the buyer', description: 'Of orders of Amazon Business.' },
  { path: 'salesChannel.marketplaceName', name: 'Marketplace', description: 'As Amazon.de.' },
];

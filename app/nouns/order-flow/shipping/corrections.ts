import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { SentenceOfType } from '../../../shared/issues/issue.ts';
import { lockOrders } from '../lock-orders.ts';
import { openOrderIssues } from '../order-issues.ts';
import type { Content } from './parcel-contents.ts';

type Sentence = Extract<SentenceOfType<'changed_after_release'>, { code: 'tracking_corrected_later' | 'contents_corrected' }>;
/** What the warehouse says of a parcel by now, and had said otherwise when that was followed. */
export type Correction = Columns<'orders', 'id' | 'connection_id'> & { subject: string; sentence: Sentence };

/** Tells a person of corrections that cannot be followed by themselves, each once: a warehouse repeats what it says of a parcel. */
export async function reportCorrections(tenant: Tenant, corrections: readonly Correction[]): Promise<void> {
  if (corrections.length === 0) return;
  await lockOrders(tenant, idsOf(corrections));
  const given = corrections.map(({ id, subject, sentence }, n) => ({ n, id, subject, is: sentence.is }));
  const { rows } = await sql<{ n: number }>`
    select given.n from json_to_recordset(${JSON.stringify(given)}::json) as given (n int, id bigint, subject text, "is" text)
    where not exists (select from issues i where ${inAccount(tenant, 'i')} and i.order_id = given.id and i.type = 'changed_after_release'
      and i.subject = given.subject and i.closed_at is not null and i.sentence ->> 'is' = given."is")`.execute(tenant.db);
  const news = new Set(rows.map(({ n }) => n));
  await openOrderIssues(
    tenant,
    corrections.flatMap(({ id: orderId, connection_id: connectionId, subject, sentence }, n) =>
      news.has(n) ? [{ orderId, connectionId, subject, sentence, type: 'changed_after_release' as const, blocking: false }] : [],
    ),
  );
}

type Other = Columns<'orders', 'id' | 'connection_id'> &
  Columns<'shipments', 'remote_id' | 'tracking_number'> & { channel: Column<'connections', 'name'>; was: Units };
type Units = Record<string, number>;

/**
 * Tells a person of parcels that are stored and hold something else by now: by SKUs as well as by lines, since a SKU that several lines
 * have may be another line's when it is read again.
 */
export async function reportOtherContents(tenant: Tenant, connectionId: number, contents: readonly Content[]): Promise<void> {
  const parts = [...Map.groupBy(contents, ({ order_id, parcel }) => `${order_id} ${parcel.remoteId}`).values()];
  const given = parts.flatMap((part) => {
    const [first] = part;
    const bySku = unitsOf(part, ({ line }) => line.sku);
    return first
      ? [{ orderId: first.order_id, remoteId: first.parcel.remoteId, bySku, byLine: unitsOf(part, ({ line_id }) => `${line_id}`) }]
      : [];
  });
  if (given.length === 0) return;
  const { rows } = await sql<Other & { is: Units }>`
    select o.id, o.connection_id, c.name as channel, s.remote_id, s.tracking_number, stored.by_sku as was, p."bySku" as is
    from json_to_recordset(${JSON.stringify(given)}::json) as p ("orderId" bigint, "remoteId" text, "bySku" jsonb, "byLine" jsonb)
    join shipments s on ${inAccount(tenant, 's')} and s.order_id = p."orderId" and s.connection_id = ${connectionId}
      and s.remote_id = p."remoteId"
    join orders o on ${inAccount(tenant, 'o')} and o.id = s.order_id
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    cross join lateral (
      select (select jsonb_object_agg(sku, units) from (select sl.sku, sum(sl.quantity) as units from shipment_lines sl
          where ${inAccount(tenant, 'sl')} and sl.shipment_id = s.id group by 1) as by_sku) as by_sku,
        (select jsonb_object_agg(line, units) from (select sl.order_line_id::text as line, sum(sl.quantity) as units from shipment_lines sl
          where ${inAccount(tenant, 'sl')} and sl.shipment_id = s.id group by 1) as by_line) as by_line
    ) as stored
    where stored.by_sku <> p."bySku" and stored.by_line <> p."byLine"`.execute(tenant.db);
  await reportCorrections(
    tenant,
    rows.map(({ id, connection_id, channel, remote_id, tracking_number, was, is }) => ({
      ...{ id, connection_id, subject: `contents:${remote_id}` },
      sentence: { code: 'contents_corrected', channel, parcel: tracking_number || remote_id, was: inWords(was), is: inWords(is) },
    })),
  );
}

function unitsOf(part: readonly Content[], key: (content: Content) => string): Units {
  const units: Units = {};
  for (const content of part) units[key(content)] = (units[key(content)] ?? 0) + content.line.quantity;
  return units;
}

const inWords = (units: Units): string =>
  Object.entries(units)
    .map(([sku, quantity]) => `${quantity} × ${sku}`)
    .toSorted()
    .join(', ');

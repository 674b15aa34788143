import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { InboundNotice } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unitsDue } from '../../catalogue/items/purchased-units.ts';
import { goodsInWords } from '../../order-flow/release/adopting/differences.ts';
import { whatItStandsFor } from '../references.ts';

export type ComposedNotice = {
  /** `closes`: a part has come, and a person closed the rest short. */
  asn: Columns<'asns', 'id' | 'purchase_order_id' | 'remote_id' | 'digest' | 'state' | 'sent'> & { closes: boolean };
  notice: InboundNotice;
};

/** As JSON has them. */
type Line = Columns<'purchase_order_lines', 'sku' | 'quantity'> & {
  called: string;
  lot: Column<'purchase_order_lines', 'lot_number'>;
  expected_at: Column<'purchase_order_lines', 'expected_at'> | string;
};

type Row = Columns<'asns', 'id' | 'purchase_order_id' | 'remote_id' | 'reference' | 'digest' | 'state' | 'sent'> &
  Columns<'purchase_orders', 'mapped_warehouse' | 'expected_at' | 'carrier' | 'freight_number' | 'po_number' | 'source_number'> & {
    closes: boolean;
    lines: Line[] | null;
  };

/** A line `l` by what it stands for, as the warehouse knows it: one that somebody added here has no name at its source. */
const lineReference = sql`reference_hash(${whatItStandsFor} || case
  when l.remote_line_id is not null then 'l' || reference_part(l.remote_line_id)
  else 'p' || l.position || ';' || l.nth end)`;

/** What these announcements say, from the purchase orders as they are now, by the announcement's id. */
export async function composeNotices(tenant: Tenant, asnIds: number[]): Promise<Map<number, ComposedNotice>> {
  if (asnIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select a.id, a.purchase_order_id, a.remote_id, a.reference, a.digest, a.state, a.sent, p.mapped_warehouse, p.expected_at, p.carrier,
      p.freight_number, p.po_number, p.source_number,
      p.close_reason is not null as closes,
      (select json_agg(json_build_object('called', case when a.lines_by_id then l.id::text else ${lineReference} end, 'sku', l.mapped_sku,
          'quantity', ${unitsDue('l')}::bigint, 'lot', l.lot_number, 'expected_at', l.expected_at) order by l.position, l.id)
        from (select *, row_number() over (partition by position order by id) as nth from purchase_order_lines
          where ${inAccount(tenant)} and purchase_order_id = p.id) as l where l.mapped_sku is not null
            and l.quantity > l.received_before) as lines
    from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    left join connections source on ${inAccount(tenant, 'source')} and source.id = p.connection_id
    where ${inAccount(tenant, 'a')} and a.id = any(${asnIds}::bigint[])`.execute(tenant.db);
  return new Map(rows.map((row) => [row.id, { asn: row, notice: noticeOf(row) }]));
}

function noticeOf(row: Row): InboundNotice {
  return {
    reference: row.reference,
    warehouseId: row.mapped_warehouse ?? '',
    orderNumbers: [...new Set([row.source_number, row.po_number])],
    expectedAt: row.expected_at,
    carrier: row.carrier,
    freightNumber: row.freight_number,
    lines: (row.lines ?? []).map(({ called, sku, quantity, lot, expected_at }) => ({
      ...{ lineReference: called, sku, quantity, lot },
      expectedAt: expected_at === null ? null : new Date(expected_at),
    })),
  };
}

/** Keeps the goods of what is about to be sent: from then on the warehouse may have that. */
export async function recordSentNotices(tenant: Tenant, notices: readonly ComposedNotice[]): Promise<void> {
  const sent = notices.map(({ asn: { id }, notice }) => ({ id, goods: goodsInWords(notice.lines) }));
  if (sent.length === 0) return;
  await sql`
    update asns a set sent = a.sent || given.goods from json_to_recordset(${JSON.stringify(sent)}::json) as given (id bigint, goods text)
    where ${inAccount(tenant, 'a')} and a.id = given.id and not given.goods = any(a.sent)`.execute(tenant.db);
}

/** Names what an announcement says, so that it is only made anew where that has changed. */
export const digestOf = (notice: InboundNotice): NonNullable<Column<'asns', 'digest'>> =>
  createHash('sha1').update(JSON.stringify(notice)).digest('base64url');

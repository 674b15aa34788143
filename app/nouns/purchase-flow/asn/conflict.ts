import { sql } from 'kysely';
import type { AsnState, InboundNotice } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { openIssues } from '../../../shared/issues/commands.ts';
import { lookUpAgain } from '../../../shared/outbox/queue.ts';
import { goodsInWords } from '../../order-flow/release/adopting/differences.ts';
import { recordForAll } from '../history.ts';
import { settlePurchaseOrders } from '../settle.ts';
import { isReady } from './take-over.ts';

type AsnId = Column<'asns', 'id'>;

/** Whether the warehouse has SKUs and quantities exactly as they are announced, or as we announced them before. */
export const isOurs = (notice: InboundNotice, sent: readonly string[], { lines }: AsnState): boolean =>
  lines !== null && [goodsInWords(notice.lines), ...sent].includes(goodsInWords(lines));

/**
 * Those of the warehouse's announcements that cannot be this one of ours, by their ids there: another one of ours is, or a person said
 * that it is another than this purchase order's.
 */
export async function takenAsns(tenant: Tenant, connectionId: number, id: AsnId, states: AsnState[]): Promise<Set<string>> {
  if (states.length === 0) return new Set();
  const { rows } = await sql<{ taken: AsnState['asnId'] }>`
    select given.asn_id as taken
    from unnest(${states.map(({ reference }) => reference)}::text[], ${states.map(({ asnId }) => asnId)}::text[]) as given (reference,
      asn_id)
    where exists (select from asns a where ${inAccount(tenant, 'a')} and a.id <> ${id} and a.reference = given.reference)
      or exists (select from asns a where ${inAccount(tenant, 'a')} and a.id <> ${id} and a.connection_id = ${connectionId}
        and a.remote_id = given.asn_id)
      or exists (select from asns ours join asns a on ${inAccount(tenant, 'a')} and a.purchase_order_id = ours.purchase_order_id
        and a.id <> ours.id
        where ${inAccount(tenant, 'ours')} and ours.id = ${id} and a.connection_id = ${connectionId}
          and a.theirs ->> 'asnId' = given.asn_id)`.execute(tenant.db);
  return new Set(rows.map(({ taken }) => taken));
}

/** The same of one, whatever connection it is of. */
export async function isTaken(tenant: Tenant, id: AsnId, state: AsnState): Promise<boolean> {
  const { rows } = await sql<Columns<'asns', 'connection_id'>>`
    select connection_id from asns where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return rows[0] !== undefined && (await takenAsns(tenant, rows[0].connection_id, id, [state])).size > 0;
}

/** Nothing is accepted: the purchase order gets an issue that shows both sides, and a person decides. */
export async function recordConflict(tenant: Tenant, id: AsnId, ours: InboundNotice, theirs: AsnState): Promise<void> {
  const { rows } = await sql<Columns<'asns', 'purchase_order_id' | 'connection_id'> & Columns<'connections', 'name'>>`
    update asns a set theirs = ${JSON.stringify(theirs)}::jsonb from connections c
    where ${inAccount(tenant, 'a')} and a.id = ${id} and a.state = 'waiting' and ${inAccount(tenant, 'c')} and c.id = a.connection_id
    returning a.purchase_order_id, a.connection_id, c.name`.execute(tenant.db);
  const [asn] = rows;
  if (!asn) return;
  const { purchase_order_id: purchaseOrderId, connection_id: connectionId, name: connection } = asn;
  const sentence = {
    code: 'announcement_found_otherwise',
    ...{ connection, providerRef: theirs.asnId, ours: goodsInWords(ours.lines), theirs: theirs.lines && goodsInWords(theirs.lines) },
  } as const;
  const opened = await openIssues(tenant, [{ purchaseOrderId, connectionId, type: 'found_otherwise', subject: 'found', sentence }]);
  if (opened.length > 0) await recordForAll(tenant, [purchaseOrderId], 'stopped', { code: 'stopped', issue: sentence });
  await settlePurchaseOrders(tenant, [purchaseOrderId]);
}

/** The issue was closed undecided, or the purchase order edited: the warehouse is asked again what it has. */
export async function lookAgain(tenant: Tenant, purchaseOrderIds: number[]): Promise<void> {
  await lookUpAgain(
    tenant,
    'announce',
    sql`exists (select from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
      where ${inAccount(tenant, 'a')} and a.id = x.asn_id and a.connection_id = x.connection_id
        and a.purchase_order_id = any(${purchaseOrderIds}::bigint[]) and a.state = 'waiting' and a.theirs is not null
          and ${isReady(tenant)})`,
  );
}

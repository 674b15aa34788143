import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isSearched } from './texts/without-words.ts';

/** An order as its channel sends it after its buyer was erased here: nothing of them is stored again. */
export function withoutBuyer(order: ChannelOrder): ChannelOrder {
  const { country } = order.shipTo;
  const nobody = { name: 'Erased', company: null, line1: '', line2: null, city: '', state: null, postalCode: '', country };
  return {
    ...order,
    customer: { id: null, name: 'Erased', email: null, phone: null },
    shipTo: { ...order.shipTo, ...nobody },
    lines: order.lines.map(({ options: _, ...line }) => line),
    ...(order.cancelRequest && { cancelRequest: { ...order.cancelRequest, reason: null } }),
    ...{ note: null, details: {}, raw: null },
  };
}

/** The exchange by which these orders were read names their buyers once more: their words are searched for again, with the next search. */
export async function searchAgain(tenant: Tenant, connectionId: number, orders: ChannelOrder[]): Promise<void> {
  const rows = orders.map((order) => ({ remote_id: order.remoteId, words: wordsIn(order) })).filter(({ words }) => words.length > 0);
  if (rows.length === 0) return;
  await sql`
    update buyer_erasures e set words = row.words
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (remote_id text, words text[])
    join orders o on ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and o.remote_id = row.remote_id
    where ${inAccount(tenant, 'e')} and e.order_id = o.id and e.erased_at is not null`.execute(tenant.db);
}

function wordsIn({ customer, shipTo }: ChannelOrder): string[] {
  const words = [customer.name, customer.email, customer.phone, shipTo.name, shipTo.company, shipTo.line1, shipTo.line2];
  return words.filter((word) => word !== null && word !== undefined && isSearched(word)) as string[];
}

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

/**
 * The exchange by which these orders were read names their buyers once more: their words are searched for with the next search, beside
 * those that wait for one. Only of orders that changed: a channel sends the same for years, and the log of exchanges is kept two weeks.
 */
export async function searchAgain(tenant: Tenant, read: { orderId: number; order: ChannelOrder }[]): Promise<void> {
  const rows = read.map(({ orderId, order }) => ({ order_id: orderId, words: wordsIn(order) })).filter(({ words }) => words.length > 0);
  if (rows.length === 0) return;
  await sql`
    update buyer_erasures e set words = array(select distinct word from unnest(e.words || row.words) as word order by word)
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (order_id bigint, words text[])
    where ${inAccount(tenant, 'e')} and e.order_id = row.order_id and e.erased_at is not null`.execute(tenant.db);
}

function wordsIn({ customer, shipTo }: ChannelOrder): string[] {
  const street = Array.from(shipTo.line1 ?? '').some((letter) => letter >= '0' && letter <= '9') ? shipTo.line1 : null;
  const words = [customer.name, customer.email, customer.phone, shipTo.name, shipTo.company, street];
  return words.filter((word) => word !== null && word !== undefined && isSearched(word)) as string[];
}

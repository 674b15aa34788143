import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { hasEnded, isErased } from './ended.ts';
import { eraseOrders } from './erase-orders.ts';

/** Whose orders are erased in one transaction. */
export const atOnce = 100;

/** An order that has to end first. */
export type Open = Columns<'orders', 'id' | 'order_number'>;

/** Orders with this e-mail address. */
export const ofEmail = (email: string | null): RawBuilder<boolean> => sql<boolean>`o.email_folded = lower(nullif(${email}::text, ''))`;

/**
 * Erases the buyer with this e-mail address: from some of their orders at once, what the channel sent of them, histories, the ledger, the
 * audit, outcomes and whatever else names them. Sync does not bring erased fields back. Returns how many orders; none at the end.
 * @throws Refusal 409 while an order of theirs has not ended: nobody could send it any longer
 */
export async function eraseBuyer(tenant: Tenant, email: string): Promise<number> {
  const { erased, open } = await eraseBuyersOf(tenant, ofEmail(email));
  if (open) throw refuse(409, 'not_ended', `The order ${open.order_number} has not ended. Its buyer can be erased when it has.`);
  return erased;
}

/**
 * Erases the buyers of some of the orders that are `meant`, a condition on `o`. While one of them or another order of such a buyer in the
 * account has not ended, `open` is that one and nothing is erased. Returns how many orders were erased: as many as at once, or the last.
 */
export async function eraseBuyersOf(tenant: Tenant, meant: RawBuilder<unknown>): Promise<{ erased: number; open: Open | null }> {
  const rows = await ordersMeant(tenant, meant);
  const open = rows.find(({ ended }) => !ended) ?? (await openOf(tenant, [...new Set(rows.flatMap(({ email }) => email || []))]));
  if (open) return { erased: 0, open };
  await eraseOrders(tenant, idsOf(rows), null);
  return { erased: rows.length, open: null };
}

type Meant = Open & { email: Column<'orders', 'email_folded'>; ended: boolean };

/** Some orders that are meant and whose buyers were not erased, first those that have not ended. */
export async function ordersMeant(tenant: Tenant, meant: RawBuilder<unknown>): Promise<Meant[]> {
  const { rows } = await sql<Meant>`
    select o.id, o.order_number, o.email_folded as email, ${hasEnded('o')} as ended from orders o
    where ${inAccount(tenant, 'o')} and ${meant} and not ${isErased(tenant, 'o')}
    order by ${hasEnded('o')}, o.id limit ${atOnce}`.execute(tenant.db);
  return rows;
}

/** An order with one of these addresses that has not ended, from whatever connection: what was sent of it names them. */
async function openOf(tenant: Tenant, emails: string[]): Promise<Open | null> {
  const { rows } = await sql<Open>`
    select o.id, o.order_number from orders o where ${inAccount(tenant, 'o')} and not ${hasEnded('o')}
      and o.email_folded = any(${emails}::text[]) order by o.id limit 1`.execute(tenant.db);
  return rows[0] ?? null;
}

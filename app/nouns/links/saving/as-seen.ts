import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { type Refusal, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lastChangedBy } from '../../../base/changes/since.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { mappingNouns } from '../../order-flow/release/delay.ts';

/** A channel's SKU, and the product and units that the person saw it linked to: null for none, undefined where nobody looked. */
export type Seen = { connectionId: number; sku: string; seen?: number | null | undefined; seenUnits?: number | undefined };

/** The same, as calls name it. */
type Named = { seen_product_id?: number | null | undefined; seen_units_per_sale?: number | undefined };

export const seenIn = ({ seen_product_id: seen, seen_units_per_sale: seenUnits }: Named): Pick<Seen, 'seen' | 'seenUnits'> => ({
  seen,
  seenUnits,
});

type Now = Columns<'connector_products', 'product_id' | 'units_per_sale'> & {
  product: Column<'products', 'sku'> | null;
};

/**
 * Whoever links or unlinks a SKU decides about what they saw: a colleague's link of a minute ago is not replaced unseen. Locks the link.
 * Returns it, where it is listed; undefined where nobody looked.
 * @throws Refusal 409 with the name of who changed it, and what it is now
 */
export async function requireAsSeen(tenant: Tenant, { connectionId, sku, seen, seenUnits }: Seen): Promise<Now | undefined> {
  if (seen === undefined) return undefined;
  const { rows } = await sql<Now>`
    select cp.product_id, cp.units_per_sale, p.sku as product from connector_products cp
    left join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id
    where ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId} and cp.connector_product_sku = ${sku}
      for update of cp`.execute(tenant.db);
  const [link] = rows;
  const isSame = (link?.product_id ?? null) === seen;
  if (isSame && (seen === null || seenUnits === undefined || link?.units_per_sale === seenUnits)) return link;
  const units = isSame && link ? `, ${countedWords(link.units_per_sale, 'unit', 'units')} a sale` : '';
  const is = link?.product ? `is linked to ${link.product}${units}` : 'is no longer linked';
  throw await changedUnseen(tenant, { noun: mappingNouns.product, recordId: connectionId, code: sku, name: sku, is });
}

type Changed = { noun: string; recordId: number; code: string; name: string; is: string };

/** `code`: what was changed, as the ledger has it of the record; `is`: what it is now, behind its name. */
export async function changedUnseen(tenant: Tenant, { noun, recordId, code, name, is }: Changed): Promise<Refusal> {
  const last = await lastChangedBy(tenant, { noun, recordId, fields: [code] });
  const by = last ? ` by ${last.who === 'You' ? 'you' : last.who}${last.on}` : '';
  return refuse(409, 'changed_since', `${name} has been changed${by}: it ${is}. Nothing of yours was saved; look at it anew first.`);
}

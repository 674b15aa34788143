import { sql } from 'kysely';
import type { Column } from '../../../platform/columns.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Undoable } from '../../mapping-saves/contract.ts';
import { followMapping } from '../../mapping-saves/follow.ts';
import { recordSave } from '../../mapping-saves/save.ts';
import { checkWaiting } from '../../orders/checking/check.ts';

export type ShippingMapping = { connectorCode: string; description?: string | undefined; amwareCode: string };

type AmwareCode = Column<'shipping_options', 'amware_code'>;
type Saved = { code: Column<'shipping_options', 'connector_code'>; from: AmwareCode; to: AmwareCode };

/**
 * Maps channel shipping codes to warehouse methods. The orders that wait for them go on, ten seconds later; orders that have not
 * left follow a changed code. Returns how many waited, and the save, which can be undone until then.
 */
export async function saveShippingOptions(
  tenant: Tenant,
  connectionId: number,
  codes: ShippingMapping[],
): Promise<{ waiting: number; undo: Undoable }> {
  const known = await tenant.db.selectFrom('shipping_methods').select('code').where('account_id', '=', tenant.accountId).execute();
  const methods = new Set(known.map(({ code }) => code));
  if (codes.some(({ connectorCode }) => connectorCode.trim() === ''))
    throw invalid({ connectorCode: ['Shipping code fields should not be empty'] });
  if (codes.some(({ amwareCode }) => !methods.has(amwareCode))) throw invalid({ amwareCode: ['Shipping method should be selected'] });
  const { rows } = await sql<Saved>`
    insert into shipping_options (account_id, connection_id, connector_code, description, amware_code, mapped_by, mapped_at)
    select ${tenant.accountId}, ${connectionId}, "connectorCode", description, "amwareCode", ${tenant.userId}, now()
    from json_to_recordset(${JSON.stringify(codes)}::json) as code ("connectorCode" text, description text, "amwareCode" text)
    on conflict (account_id, connection_id, connector_code) do update set amware_code = excluded.amware_code, description = coalesce(excluded.description, shipping_options.description),
      mapped_by = excluded.mapped_by, mapped_at = now()
    returning new.connector_code as code, old.amware_code as "from", new.amware_code as "to"`.execute(tenant.db);
  const undo = await recordSave(tenant, { kind: 'shipping', connectionId, changes: rows });
  let waiting = 0;
  for (const { connectorCode } of codes)
    waiting += await checkWaiting(tenant, { type: 'unmapped_shipping', connectionId, subject: connectorCode });
  for (const { code, from, to } of rows) if (from !== null && from !== to) await followMapping(tenant, 'shipping', { connectionId, code });
  return { waiting, undo };
}

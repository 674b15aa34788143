import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Undoable } from '../../mapping-saves/contract.ts';
import { followMapping } from '../../mapping-saves/follow.ts';
import { recordSave } from '../../mapping-saves/save.ts';
import type { MappedCode } from './contract.ts';

/**
 * Takes the mapping of a code away. Orders that go by it and have not left stop and wait for a new one; what has left stays as it
 * is. Returns how many stopped, and the save, which can be undone. @throws Refusal 404 where it is not mapped
 */
export async function unmapCode(
  tenant: Tenant,
  connectionId: number,
  { kind, code }: Pick<MappedCode, 'kind' | 'code'>,
): Promise<{ stopped: number; undo: Undoable }> {
  const { rows } = await clear[kind](tenant, connectionId, code).execute(tenant.db);
  const from = rows[0]?.from ?? null;
  if (from === null) throw refuse(404, 'not_found', 'This code is not mapped.');
  const undo = await recordSave(tenant, { kind, connectionId, changes: [{ code, from, to: null }] });
  return { stopped: (await followMapping(tenant, kind, { connectionId, code })).length, undo };
}

type Clear = (tenant: Tenant, connectionId: number, code: string) => RawBuilder<{ from: string | null }>;

const clear: Record<MappedCode['kind'], Clear> = {
  shipping: ({ accountId, userId }, connectionId, code) => sql`
    update shipping_options set amware_code = null, mapped_by = ${userId}, mapped_at = now()
    where account_id = ${accountId} and connection_id = ${connectionId} and connector_code = ${code} returning old.amware_code as "from"`,
  location: ({ accountId }, connectionId, code) => sql`
    update location_mappings set amware_location = null
    where account_id = ${accountId} and connection_id = ${connectionId} and internal_id = ${code} returning old.amware_location as "from"`,
};

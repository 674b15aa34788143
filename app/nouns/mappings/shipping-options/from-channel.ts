import { sql } from 'kysely';
import type { ShippingCode } from '../../../../connectors/contract.ts';
import { writeAudit } from '../../../../platform/audit.ts';
import { notify } from '../../../../platform/events.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askConnection } from '../../../shared/connections/trying/ask.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { ShippingOptions } from './contract.ts';
import { listShippingOptions } from './queries.ts';

/** Gets the shipping options that a channel lists itself, and adds those that are new here, not mapped. @throws Refusal 404, 409 */
export async function readShippingOptions(engine: Engine, actor: Actor, slug: string): Promise<ShippingOptions & { message: string }> {
  const { id, name, value } = await askConnection(engine, actor, slug, {
    question: 'shippingCodes',
    cannot: (label) => `${label} does not list its shipping options. Each code appears here with the first order that has it.`,
  });
  return inTenant(engine.database, actor, async (tenant) => {
    const added = await addCodes(tenant, { id, name }, value);
    const many = countedWords(value.length, 'shipping option');
    const message = `${name} has ${many}${added === 0 ? ', none of them new.' : `, ${added.toLocaleString('en-US')} of them new.`}`;
    return { ...(await listShippingOptions(tenant, id)), message };
  });
}

/** Returns how many are new. A description that a person gave stays; one that was saved empty in the table is none. */
async function addCodes(tenant: Tenant, { id: connectionId, name }: { id: number; name: string }, codes: ShippingCode[]): Promise<number> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into shipping_options (account_id, connection_id, connector_code, description)
    select distinct on (code) ${tenant.accountId}, ${connectionId}, code, description
    from json_to_recordset(${JSON.stringify(codes)}::json) as listed (code text, description text) where code <> ''
    on conflict (account_id, connection_id, connector_code)
      do update set description = excluded.description where coalesce(shipping_options.description, '') = ''
    returning old.id is null as is_new`.execute(tenant.db);
  const added = rows.filter(({ is_new }) => is_new).length;
  await writeAudit(tenant, {
    verb: 'imported',
    noun: 'shipping options',
    record: { id: connectionId, name },
    to: { listed: codes.length, added },
  });
  notify(tenant, 'connections', [connectionId]);
  return added;
}

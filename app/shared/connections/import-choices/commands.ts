import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { channelNamed } from '../queries.ts';
import { lockForChoice } from './lock.ts';
import { listImportChoices } from './queries.ts';

/**
 * Of orders that both connections have, those of the other one are sent from now on. What came before stays as it was decided: each of
 * those orders is sent once already. Returns the sentence for the person. @throws Refusal 404, or 409 where nothing is sent from there
 */
export async function changeImportChoice(
  tenant: Tenant,
  { name: slug, other, keeps }: { name: string; other: number; keeps: 'own' | 'other' },
): Promise<string> {
  const { id, name } = await channelNamed(tenant, slug);
  await lockForChoice(tenant, id, other);
  const choice = (await listImportChoices(tenant, id)).find(({ other_id }) => other_id === other);
  if (!choice) throw refuse(404, 'not_found', 'Nobody has chosen between these connections yet.');
  const { other_name, other_connected, keeps_own } = choice;
  if (keeps === 'other' && !other_connected) throw refuse(409, 'disconnected', `${other_name} is disconnected: no orders come from there.`);
  await sql`
    update import_choices set keeps_id = ${keeps === 'own' ? id : other}, decided_by = ${tenant.userId}, decided_at = now()
    where ${inAccount(tenant)} and low_id = ${Math.min(id, other)} and high_id = ${Math.max(id, other)}`.execute(tenant.db);
  const chosen = (own: boolean) => ({ sent_from: own ? name : other_name });
  const record = { id, name: `${name}, ${other_name}` };
  await writeAudit(tenant, { verb: 'changed', noun: 'choice of import', record, from: chosen(keeps_own), to: chosen(keeps === 'own') });
  notify(tenant, 'connections');
  return `From now on the orders of ${keeps === 'own' ? name : other_name} are sent, of those that both have.`;
}

import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { invalid, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { unlessTaken } from '../../../platform/unless-taken.ts';
import { lockKey, requireMember } from './commands.ts';
import type { KeyEdit } from './contract.ts';
import { isWithinAny } from './network-sets.ts';
import { allows, needsShop } from './scopes.ts';
import { withoutShop } from './shops.ts';

type Settings = Columns<'api_keys', 'name' | 'scopes' | 'networks' | 'expires_at'>;

/**
 * Changes what a key is called and may. Who allows it more than before answers for that: the key is theirs from then on, so that nobody's
 * name stands for what they never allowed. @throws Invalid for a name that another key has; Refusal 403, 404, 409
 */
export async function changeKey(tenant: Tenant, id: number, edit: KeyEdit): Promise<string> {
  await requireMember(tenant);
  const { made_by, shop_id, ...before } = await lockKey(tenant, id);
  requireAsSeen(before, edit.seen);
  if (needsShop(edit.scopes ?? []) && shop_id === null) throw withoutShop();
  const edited = { name: edit.name ?? before.name, scopes: edit.scopes ? [...new Set(edit.scopes)].sort() : before.scopes };
  const networks = edit.networks ?? before.networks;
  const maker = allowsMore({ ...before, days: edit.days }, { ...edited, networks }) ? tenant.userId : made_by;
  const updated = sql<Settings>`
    update api_keys set name = ${edited.name}, scopes = ${edited.scopes}::text[], networks = ${networks}::text[], made_by = ${maker},
      expires_at = (select case when ${edit.days === undefined} then expires_at
        else now() + make_interval(days => ${edit.days ?? null}::int) end)
    where ${inAccount(tenant)} and id = ${id} returning name, scopes, networks, expires_at`.execute(tenant.db);
  const { rows } = await unlessTaken('api_keys_by_name', updated, () => invalid({ name: ['Another key has this name.'] }));
  const [after = before] = rows;
  await writeAudit(tenant, { verb: 'changed', noun: 'API key', record: { id, name: after.name }, from: seen(before), to: seen(after) });
  notify(tenant, 'api_keys');
  return after.name;
}

/** Whoever chooses scopes gives no scope back unseen that a colleague has just taken away. @throws Refusal 409 */
function requireAsSeen(now: Pick<Settings, 'scopes' | 'networks'>, seen: KeyEdit['seen']): void {
  const { scopes = now.scopes, networks = now.networks } = seen ?? {};
  const isSame = (one: readonly string[], other: readonly string[]) => [...one].sort().join(' ') === [...other].sort().join(' ');
  if (isSame(scopes, now.scopes) && isSame(networks, now.networks)) return;
  throw refuse(409, 'changed_since', 'A colleague has changed what this key may. Nothing of yours was saved: look at it anew first.');
}

const seen = ({ name, scopes, networks, expires_at }: Settings) => ({ name, scopes, networks, expires_at });

type Before = Pick<Settings, 'scopes' | 'networks' | 'expires_at'> & { days: number | null | undefined };

/** Whether a key may do, or works for longer or from elsewhere, than it did. */
function allowsMore(before: Before, after: Pick<Settings, 'scopes' | 'networks'>): boolean {
  if (after.scopes.some((scope) => !allows(before.scopes, scope))) return true;
  if (!isWithinAny(after.networks, before.networks)) return true;
  if (before.days === undefined || before.expires_at === null) return false;
  return before.days === null || Date.now() + before.days * 86_400_000 > new Date(before.expires_at).getTime();
}

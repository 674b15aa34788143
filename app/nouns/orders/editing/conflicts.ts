import { sql } from 'kysely';
import { refuseWith } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { EventLine } from '../../order-flow/contract/detail.ts';
import type { Conflict } from '../../order-flow/contract/editing.ts';
import type { Changes } from '../../order-flow/history.ts';
import { labelOf } from '../../order-flow/values/fields.ts';

type TheirLine = EventLine | null;

/**
 * Compares an edit with what others, the channel included, wrote since the revision that it started from. `fields` are the
 * columns and lines that both may have changed. A value that was changed and changed back is no conflict.
 * @throws Refusal 409 that names each field with the other value
 */
export async function refuseConflicts(
  tenant: Tenant,
  order: { id: number; revision: number },
  since: number,
  fields: string[],
): Promise<void> {
  const theirs = await changedSince(tenant, order.id, since);
  const conflicts = fields.flatMap((field) => theirs.get(field) ?? []);
  if (conflicts.length === 0) return;
  const values = conflicts.map(theirValue).join(', ');
  const who = conflicts.find(({ who }) => who)?.who ?? 'Someone else';
  throw refuseWith(
    { revision: order.revision, conflicts },
    409,
    'conflict',
    `${who} has changed ${values}. Nothing of yours is lost: choose theirs or yours, then save again.`,
  );
}

function theirValue({ field, label, theirs }: Conflict): string {
  const none = field.startsWith('line:') ? 'removed' : 'now empty';
  return `${label} (${theirs === null || theirs === '' ? none : `now ${theirs}`})`;
}

/** The columns and lines that others (people or the channel) changed since that revision, with their values, where they differ. */
export async function changedSince(tenant: Tenant, orderId: number, since: number): Promise<Map<string, Conflict>> {
  const { rows } = await sql<{ changes: Changes; who: string | null }>`
    select e.changes, case when e.user_id is null then c.name else u.name end as who
    from order_events e
    join orders o on ${inAccount(tenant, 'o')} and o.id = e.order_id
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    left join users u on u.id = e.user_id
    where ${inAccount(tenant, 'e')} and e.order_id = ${orderId} and e.kind in ('edited', 'undone', 'changed')
      and (e.changes -> 'revision' ->> 'from')::int >= ${since} order by e.id`.execute(tenant.db);
  const first = new Map<string, unknown>();
  const changed = new Map<string, Conflict>();
  for (const { changes, who } of rows) {
    for (const [field, { from, to }] of Object.entries(changes)) {
      if (field === 'revision') continue;
      if (!first.has(field)) first.set(field, from);
      if (JSON.stringify(first.get(field)) === JSON.stringify(to)) changed.delete(field);
      else changed.set(field, { field, ...inWords(field, from, to), who });
    }
  }
  return changed;
}

function inWords(field: string, from: unknown, to: unknown): Pick<Conflict, 'label' | 'theirs'> {
  if (!field.startsWith('line:')) return { label: labelOf(field), theirs: to as string | null };
  const line = (to ?? from) as NonNullable<TheirLine>;
  return { label: `Qty of ${line.sku || line.name}`, theirs: (to as TheirLine)?.quantity ?? null };
}

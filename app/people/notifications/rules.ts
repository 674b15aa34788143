import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ChangeNoun } from '../../base/changes/noun.ts';
import { recordChange } from '../../base/changes/record.ts';
import { requireUnchanged } from '../../base/changes/unchanged.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { noteAddresses } from './addresses/mail-addresses.ts';
import { type NotificationKind, ruledKinds } from './kinds.ts';

/** Whom an account has named for a kind of event. */
export type Rule = { kind: NotificationKind; departments: Named[]; people: Named[]; addresses: string[] };
type Named = { id: number; name: string };

type RuleRow = Columns<'notification_rules', 'kind' | 'department_id' | 'user_id' | 'address'> & { name: string | null };

/** The rules of every kind that has them; empty lists where nobody is named. Who has left is not. */
export async function listRules(tenant: Tenant): Promise<Rule[]> {
  const { rows } = await sql<RuleRow>`
    select r.kind, r.department_id, r.user_id, r.address, coalesce(d.name, u.name) as name from notification_rules r
    left join departments d on ${inAccount(tenant, 'd')} and d.id = r.department_id
    left join (members m join users u on u.id = m.user_id) on ${inAccount(tenant, 'm')} and m.user_id = r.user_id
    where ${inAccount(tenant, 'r')} and (r.user_id is null or m.id is not null)
    order by lower(coalesce(d.name, u.name, r.address))`.execute(tenant.db);
  return ruledKinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return {
      kind,
      departments: own.flatMap(({ department_id, name }) => (department_id === null ? [] : [{ id: department_id, name: name ?? '' }])),
      people: own.flatMap(({ user_id, name }) => (user_id === null ? [] : [{ id: user_id, name: name ?? '' }])),
      addresses: own.flatMap(({ address }) => address ?? []),
    };
  });
}

/** The rules of an account, which is the record, by the kind of event. */
const notificationRules: ChangeNoun = {
  name: 'notification rule',
  topic: 'notification_rules',
  audited: (_tenant, changes) =>
    changes.flatMap(({ record, was, is }) =>
      Object.keys(is ?? {}).map((kind) => ({
        ...{ verb: 'changed' as const, noun: 'notification rule', record },
        ...{ from: (was?.[kind] ?? {}) as Record<string, unknown>, to: (is?.[kind] ?? {}) as Record<string, unknown> },
      })),
    ),
};

type Wish = { departments: number[]; people: number[]; addresses: string[]; hours?: number | undefined };

/**
 * Names who is told of a kind of event, in place of whom the account named before. @throws Invalid for who is not of the account;
 * Refusal 409 where that is not whom it `was`. Returns the addresses that have to confirm first.
 */
export async function saveRule(tenant: Tenant, kind: NotificationKind, wish: Wish & { was?: Wish | undefined }): Promise<string[]> {
  const { departments, people, addresses, hours, was } = wish;

  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
  if (was) await requireUnchangedRule(tenant, kind, wish, was);
  await requireOfAccount(tenant, departments, people);
  const from = await describe(tenant, kind);
  await sql`delete from notification_rules where ${inAccount(tenant)} and kind = ${kind}`.execute(tenant.db);
  await sql`
    insert into notification_rules (account_id, kind, department_id, user_id, address)
    select ${tenant.accountId}::bigint, ${kind}::text, id, null::bigint, null::text from unnest(${[...new Set(departments)]}::bigint[]) as
      id
    union all select ${tenant.accountId}::bigint, ${kind}::text, null, id, null from unnest(${[...new Set(people)]}::bigint[]) as id
    union all select ${tenant.accountId}::bigint, ${kind}::text, null, null, address
      from unnest(${[...new Set(addresses.map((each) => each.toLowerCase()))]}::text[]) as address returning 1`.execute(tenant.db);
  if (hours !== undefined && kind === 'orders_waiting')
    await sql`
      insert into notification_settings (account_id, waiting_hours) values (${tenant.accountId}, ${hours})
      on conflict (account_id) do update set waiting_hours = excluded.waiting_hours`.execute(tenant.db);
  const to = await describe(tenant, kind);
  const record = { id: tenant.accountId, name: kind };
  await recordChange(tenant, notificationRules, { record, was: { [kind]: from }, is: { [kind]: to } });
  return noteAddresses(tenant, addresses);
}

async function requireUnchangedRule(tenant: Tenant, kind: NotificationKind, to: Wish, was: Wish): Promise<void> {
  const rule = (await listRules(tenant)).find((each) => each.kind === kind);
  const ids = (named: Named[] = []) => named.map(({ id }) => id);
  const hours = kind === 'orders_waiting' && was.hours !== undefined ? await waitingHours(tenant) : undefined;
  const now = { departments: ids(rule?.departments), people: ids(rule?.people), addresses: rule?.addresses ?? [], hours };
  const names = [...(rule?.departments ?? []), ...(rule?.people ?? [])].map(({ name }) => name).concat(now.addresses);
  const recipients = `${names.join(', ') || 'nobody by name'}${hours === undefined ? '' : `, after ${countedWords(hours, 'hour', 'hours')}`}`;
  await requireUnchanged(
    tenant,
    { noun: notificationRules, recordId: tenant.accountId, fields: [kind] },
    { was: inOrder(was), now: inOrder(now), to: inOrder(to) },
    ({ who, on }) => `${who} changed this${on}. Notified now: ${recipients}.`,
  );
}

const inOrder = ({ departments, people, addresses, hours }: Wish) => ({
  departments: departments.toSorted((a, b) => a - b),
  people: people.toSorted((a, b) => a - b),
  addresses: addresses.map((each) => each.toLowerCase()).sort(),
  hours,
});

async function describe(tenant: Tenant, kind: NotificationKind): Promise<Record<string, unknown>> {
  const rule = (await listRules(tenant)).find((each) => each.kind === kind);
  const names = (named: Named[] = []) => named.map(({ name }) => name);
  const waiting = kind === 'orders_waiting' ? { hours: await waitingHours(tenant) } : {};
  return { departments: names(rule?.departments), people: names(rule?.people), addresses: rule?.addresses, ...waiting };
}

const usualHours = 4;

/** After how many hours people are told that orders wait. */
export async function waitingHours(tenant: Tenant): Promise<number> {
  const { rows } = await sql<Columns<'notification_settings', 'waiting_hours'>>`
    select waiting_hours from notification_settings where ${inAccount(tenant)}`.execute(tenant.db);
  return rows[0]?.waiting_hours ?? usualHours;
}

async function requireOfAccount(tenant: Tenant, departments: number[], people: number[]): Promise<void> {
  const { rows } = await sql<{ departments: boolean; people: boolean }>`
    select not exists (select from unnest(${departments}::bigint[]) as id where id not in (select d.id from departments d
      where ${inAccount(tenant, 'd')})) as departments,
      not exists (select from unnest(${people}::bigint[]) as id where id not in (select m.user_id from members m
        where ${inAccount(tenant, 'm')})) as people`.execute(tenant.db);
  const gone = 'Some of these no longer exist. Reload, and choose again.';
  if (!rows[0]?.departments) throw invalid({ departments: [gone] });
  if (!rows[0]?.people) throw invalid({ people: [gone] });
}

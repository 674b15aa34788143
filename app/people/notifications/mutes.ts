import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { kindNames, kinds, type NotificationKind } from './kinds.ts';
import type { Recipient } from './mails/unsubscribe-token.ts';

type Who = Pick<Recipient, 'userId' | 'address'>;
export type MailChoice = { kind: NotificationKind; label: string; mail: boolean };

/** For each kind of event whether this person, or this address, is mailed about it. */
export async function mailChoices(tenant: Tenant, { userId, address }: Who): Promise<MailChoice[]> {
  const { rows } = await sql<Columns<'notification_mutes', 'kind'>>`
    select kind from notification_mutes where ${inAccount(tenant)} and (user_id = ${userId}::bigint or address = ${address}::text)`.execute(
    tenant.db,
  );
  const muted = new Set(rows.map(({ kind }) => kind));
  return kindNames.map((kind) => ({ kind, label: kinds[kind].label, mail: !muted.has(kind) }));
}

/** Whose mails they are: the account, and the address that gets them. */
export async function mailedTo({ db, accountId }: Tenant, { userId, address }: Who): Promise<{ account: string; to: string }> {
  const { rows } = await sql<{ account: Column<'accounts', 'name'>; to: string }>`
    select a.name as account, coalesce(${address}::text, u.email, '') as "to" from accounts a left join users u on u.id = ${userId}::bigint
    where a.id = ${accountId}`.execute(db);
  return rows[0] ?? { account: '', to: '' };
}

/** Turns mails about a kind on or off. */
export async function chooseMail(tenant: Tenant, { userId, address }: Who, kind: NotificationKind, mail: boolean): Promise<void> {
  if (mail)
    await sql`
      delete from notification_mutes where ${inAccount(tenant)} and kind = ${kind} and (user_id = ${userId}::bigint
        or address = ${address}::text)`.execute(tenant.db);
  else
    await sql`
      insert into notification_mutes (account_id, kind, user_id, address) values (${tenant.accountId}, ${kind}, ${userId}, ${address})
      on conflict do nothing`.execute(tenant.db);
}

/** By the link of a mail: only these kinds from now on. */
export async function unsubscribe(tenant: Tenant, who: Who, kindsToMail: readonly NotificationKind[]): Promise<void> {
  const before = await mailChoices(tenant, who);
  for (const { kind, mail } of before)
    if (mail !== kindsToMail.includes(kind)) await chooseMail(tenant, who, kind, kindsToMail.includes(kind));
  const choices = (of: (kind: NotificationKind) => boolean) => Object.fromEntries(kindNames.map((kind) => [kind, of(kind)]));
  await writeAudit(tenant, {
    ...({ verb: 'changed', noun: 'mails' } as const),
    record: { id: who.userId ?? 0, name: (await mailedTo(tenant, who)).to },
    from: choices((kind) => before.some((each) => each.kind === kind && each.mail)),
    to: choices((kind) => kindsToMail.includes(kind)),
  });
}

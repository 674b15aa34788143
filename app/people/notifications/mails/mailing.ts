import { sql } from 'kysely';
import type { Reason } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Unworded } from '../../../../platform/sentences.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import { mailRefusal } from '../../../base/mail-refusal.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { mayBeMailed } from '../addresses/mail-addresses.ts';
import { enqueueMail } from '../publish.ts';
import { wordNotification } from '../sentences.ts';
import { composeMail, type MailContent, mostNamed } from './compose.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

type Means = Pick<Engine, 'database' | 'log' | 'post' | 'seal' | 'baseUrl' | 'mark'>;

/** A recipient gets at most one mail in this time: what comes in the meantime is in the next. */
const paceMinutes = 10;
/** Beyond this a mail that was being sent is taken for one whose worker died. */
const lostMinutes = 2;
/** The second time is after a kill, when nobody knows whether the first was accepted. */
const mostAttempts = 2;
/** With pauses of up to an hour about a day: a mail server may be away for that long. */
export const mostRefusals = 28;
const longestPauseMinutes = 60;

/** Mails what an account's people and addresses are to be told, one mail a recipient. Safe to run at any time, and at once. */
export async function mailNotifications(means: Means, accountId: number): Promise<void> {
  // A database that was restored, or copied, may not know what was mailed: see docs/decisions/0033-restored-databases.md.
  if (!(await withoutPerson(means.database, accountId, (tenant) => isOpen(tenant, null)))) return mailLater(means, accountId);
  await withoutPerson(means.database, accountId, collect);
  for (;;) {
    const content = await withoutPerson(means.database, accountId, claimMail);
    if (!content) break;
    if (!(await send(means, accountId, content))) return mailLater(means, accountId);
  }
  await withoutPerson(means.database, accountId, async (tenant) => {
    const again = await nextTime(tenant);
    if (again) await enqueueMail(tenant, again);
  });
}

/** While nothing leaves, it is asked again so often whether it may. */
const againMs = 30_000;

const mailLater = ({ database }: Means, accountId: number) =>
  withoutPerson(database, accountId, (tenant) => enqueueMail(tenant, new Date(Date.now() + againMs)));

/** Makes a mail for each recipient who was not mailed of late, of all that is to be told them and that they have not read. */
async function collect(tenant: Tenant): Promise<void> {
  // One at a time: two jobs would put the same notifications into two mails.
  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
  await sql`
    with due as (
      select distinct n.user_id, n.address from notifications n
      where ${inAccount(tenant, 'n')} and n.by_mail and n.mail_id is null and n.read_at is null and not exists (
        select from notification_mails m where ${inAccount(tenant, 'm')} and m.user_id is not distinct from n.user_id
          and m.address is not distinct from n.address and m.created_at > now() - make_interval(mins => ${paceMinutes}))
    ),
    mails as (
      insert into notification_mails (account_id, user_id, address) select ${tenant.accountId}, user_id, address from due
        returning id, user_id, address
    )
    update notifications n set mail_id = mails.id from mails
    where ${inAccount(tenant, 'n')} and n.by_mail and n.mail_id is null and n.read_at is null
      and n.user_id is not distinct from mails.user_id and n.address is not distinct from mails.address`.execute(tenant.db);
}

type Claimed = Columns<'notification_mails', 'id' | 'user_id' | 'address' | 'attempts'> & {
  account: Column<'accounts', 'name'>;
  email: string | null;
};

/** The next mail to send, counted as sent once more before it is: after a kill it is sent again once, and no more. */
async function claimMail(tenant: Tenant): Promise<MailContent | null> {
  const { rows } = await sql<Claimed>`
    update notification_mails n set attempts = attempts + 1, attempted_at = now() from accounts a
    where ${inAccount(tenant, 'n')} and a.id = n.account_id and n.id = (
      select id from notification_mails where ${inAccount(tenant)} and ended_at is null and attempts < ${mostAttempts}
        and (attempted_at is null or attempted_at < now() - make_interval(mins => ${pause})) order by id limit 1 for update skip locked)
    returning n.id, n.user_id, n.address, n.attempts, a.name as account, coalesce(
      case when ${mayBeMailed(tenant.accountId, sql`n.address`)} then n.address end, (
      select u.email from members x join users u on u.id = x.user_id where ${inAccount(tenant, 'x')}
        and x.user_id = n.user_id)) as email`.execute(tenant.db);
  const [mail] = rows;
  if (!mail) return null;
  const { rows: events } = await sql<Unworded<MailContent['lines'][number]> & { all: number }>`
    select kind, sentence, path, count(*) over ()::int as all from notifications
    where ${inAccount(tenant)} and mail_id = ${mail.id} order by id limit ${mostNamed}`.execute(tenant.db);
  const lines = events.map(({ kind, sentence, path }) => ({ kind, path, sentence: wordNotification(sentence) }));
  return { ...mail, lines, all: events[0]?.all ?? 0 };
}

/** Returns false where nothing may leave now: the mail waits untried then. */
async function send({ database, log, post, seal, baseUrl, mark }: Means, accountId: number, content: MailContent): Promise<boolean> {
  const end = async (refusedBecause: Reason | null, isFinal = false) => {
    await withoutPerson(database, accountId, (tenant) =>
      refusedBecause === null ? endMail(tenant, content.id) : recordRefusal(tenant, content.id, refusedBecause, isFinal),
    );
    return true;
  };
  // Who is no longer of the account is told nothing, nor an address that it names no longer.
  if (content.email === null) return end(null);
  const { user_id: userId, address } = content;
  const token = unsubscribeToken(seal, { accountId, userId, address });
  if (!(await mark.cover())) {
    await withoutPerson(database, accountId, (tenant) => giveBack(tenant, content.id));
    return false;
  }
  try {
    await post(composeMail({ ...content, to: content.email }, { accountId, baseUrl, token }));
  } catch (error) {
    log.warn({ error, accountId, mail: content.id }, 'a notification was not mailed');
    const refusal = mailRefusal(error);
    return end(refusal.reason, refusal.isFinal);
  }
  return end(null);
}

/** It is claimed again as soon as it may leave: that it was claimed is no attempt, and no refusal. */
async function giveBack(tenant: Tenant, id: number): Promise<void> {
  await sql`update notification_mails set attempts = attempts - 1, attempted_at = null
    where ${inAccount(tenant)} and id = ${id} and ended_at is null`.execute(tenant.db);
}

async function endMail(tenant: Tenant, id: number): Promise<void> {
  await sql`update notification_mails set ended_at = now() where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
}

/** The mail server did not take it, so that it may be sent again: for about a day, unless that is of no use. */
async function recordRefusal(tenant: Tenant, id: number, reason: Reason, isFinal: boolean): Promise<void> {
  await sql`
    update notification_mails set attempts = attempts - 1, refusals = refusals + 1, refused_because = ${JSON.stringify(reason)}::jsonb,
      ended_at = (select case when ${isFinal} or refusals + 1 >= ${mostRefusals} then now() end)
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  notify(tenant, 'notification_rules');
}

/** How many minutes a mail waits after it was last tried: twice as many after each refusal. An SQL expression. */
const pause = sql`least(${sql.lit(lostMinutes)} * 2 ^ refusals, ${sql.lit(longestPauseMinutes)})::int`;

/** When there may be something to mail again; null when nothing waits. */
async function nextTime(tenant: Tenant): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(coalesce(attempted_at, now()) + make_interval(mins => ${pause})) from notification_mails
        where ${inAccount(tenant)} and ended_at is null and attempts < ${mostAttempts}),
      (select min(m.created_at) + make_interval(mins => ${paceMinutes}) from notifications n
        join notification_mails m on ${inAccount(tenant, 'm')} and m.user_id is not distinct from n.user_id
          and m.address is not distinct from n.address
          and m.created_at > now() - make_interval(mins => ${paceMinutes})
        where ${inAccount(tenant, 'n')} and n.by_mail and n.mail_id is null and n.read_at is null)) as at`.execute(tenant.db);
  return rows[0]?.at ?? null;
}

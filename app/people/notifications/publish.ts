import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { bounded } from '../../../platform/sentences.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueue } from '../../base/job-queue.ts';
import { kinds, type NotificationKind } from './kinds.ts';
import { recipients } from './recipients.ts';
import type { NotificationSentence } from './sentences.ts';

export type NotificationEvent = {
  kind: NotificationKind;
  /** What happened: the line in the bell and in the mail. */
  sentence: NotificationSentence;
  /** The page of ours that mends or shows it: an address from `href`. */
  path: string;
  /** The connection that it is about: its own address is mailed too. */
  connectionId?: number;
  /** Whom it concerns, by their ids: who asked for the import, who is mentioned. Who is not of the account is left out. */
  people?: readonly number[];
  /** Who did it, and so is not told of it. */
  except?: number | null;
  /** Instead of the department that its kind names: whose ticket it is. */
  departmentId?: number;
  /** The feature mails those whom it concerns itself: here it is for their bell alone. */
  mailed?: true;
};

/**
 * Tells people of an event, in the bell at the commit and by mail soon after: those whom it concerns, and those whom the account
 * has named for its kind. Call it in the transaction in which it happens, once an event; a burst of events becomes one mail.
 */
export async function publish(tenant: Tenant, event: NotificationEvent): Promise<void> {
  const { kind, sentence, path, people = [], mailed = false } = event;
  const { rows } = await sql<Columns<'notifications', 'user_id' | 'by_mail'>>`
    with recipient as (${recipients(tenant, { ...event, department: kinds[kind].department })})
    insert into notifications (account_id, kind, sentence, path, user_id, address, by_mail)
    select ${tenant.accountId}, ${kind}, ${JSON.stringify(bounded(sentence))}::jsonb, ${path}, user_id, address,
      by_mail and (user_id = any(${mailed ? people : []}::bigint[])) is not true
    from recipient
    returning user_id, by_mail`.execute(tenant.db);
  if (rows.length > 0) notify(tenant, 'notifications');
  if (rows.some(({ by_mail }) => by_mail)) await enqueueMail(tenant, new Date());
}

/** Events are collected for one mail, for one or two of these. */
const turnMs = 30_000;

/** Enqueues the job that mails: half a minute or a minute after this time, once however often it is called until then. */
export function enqueueMail(tenant: Tenant, after: Date): Promise<void> {
  const turn = Math.floor(after.getTime() / turnMs) + 1;
  const key = `notifications:${tenant.accountId}:${turn}`;
  return enqueue(
    tenant,
    'notifications:mail',
    {},
    { key, runAt: new Date((turn + 1) * turnMs), queue: `notifications:${tenant.accountId}` },
  );
}

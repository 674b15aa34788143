import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';

/** The bell shows the last thirty of a person, and Settings the last mails. */
const keptDays = 180;

type Of = { accountId: number; table: string; at: string; most: number };

/** Those of a table's first rows that are older than that: they are written in the order of their ids. */
const old = ({ accountId, table, at, most }: Of) => sql`
  select id from (
    select id, ${sql.ref(at)} as at from ${sql.table(table)} where ${inAccount({ accountId })} order by id limit ${most}
  ) as oldest where at < now() - make_interval(days => ${keptDays})`;

/** Deletes notifications that nobody looks at any longer. */
export const deleteOldNotifications = (accountId: number, most: number): RawBuilder<unknown> => sql`
  delete from notifications where ${inAccount({ accountId })}
    and id in (${old({ accountId, table: 'notifications', at: 'at', most })})`;

/** Deletes mails whose notifications are deleted. */
export const deleteOldMails = (accountId: number, most: number): RawBuilder<unknown> => sql`
  delete from notification_mails m where ${inAccount({ accountId }, 'm')}
    and id in (${old({ accountId, table: 'notification_mails', at: 'created_at', most })})
    and not exists (select from notifications n where ${inAccount({ accountId }, 'n')} and n.mail_id = m.id)`;

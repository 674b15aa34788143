import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { writeDateTime } from '../../ui/time/write-time.ts';

type Which = {
  /** As the ledger names it. */
  noun: string;
  recordId: number;
  /** Those that somebody may have changed; without them any. */
  fields?: readonly string[] | undefined;
  /** Changes after this one alone. */
  after?: number | undefined;
};

/** Who changed a record last, as a sentence begins, and when, as it ends: `Ann`, ` on Mar 4, 2026 10:14 am`. */
export type By = { who: string; on: string };
/** `kept`: the same for a sentence of a row, their name and the time by the account's clock. */
export type LastBy = By & { kept: { by: string | null; at: string } };

/** Joins to changes `c` their account `a`, and the person `u` who made each, where a person did. */
export const byWhom = sql`join accounts a on a.id = c.account_id left join users u on u.id = c.user_id`;
/** Of these: who made one, and when by the account's clock, as a sentence keeps it. */
export const whoAndWhen = sql`u.name as who, to_char(c.at at time zone a.timezone, 'YYYY-MM-DD"T"HH24:MI') as local`;
export type WhoAndWhen = { who: Column<'users', 'name'> | null; local: string };

type Last = Columns<'changes', 'user_id' | 'at'> & Columns<'accounts', 'timezone' | 'date_style'> & WhoAndWhen;

/** Who changed these fields of a record last; undefined where no person did, or an import of thousands. */
export async function lastChangedBy(tenant: Tenant, { noun, recordId, fields, after = 0 }: Which): Promise<LastBy | undefined> {
  const { rows } = await sql<Last>`
    select c.user_id, c.at, a.timezone, a.date_style, ${whoAndWhen} from changes c ${byWhom}
    where ${inAccount(tenant, 'c')} and c.noun = ${noun} and c.record_id = ${recordId} and c.packed is null and c.id > ${after}
      and (c.was is null or c.is is null or ${fields ? sql`c.is ?| ${fields}::text[]` : sql`true`})
    order by c.id desc limit 1`.execute(tenant.db);
  const [last] = rows;
  if (!last) return undefined;
  const on = ` on ${writeDateTime(last.at, { timezone: last.timezone, dateStyle: last.date_style })}`;
  const who = last.user_id !== null && last.user_id === tenant.userId ? 'You' : (last.who ?? 'Somebody else');
  return { who, on, kept: { by: last.who, at: last.local } };
}

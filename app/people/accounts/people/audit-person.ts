import { differences } from '../../../../platform/audit.ts';
import type { AuditVerb } from '../../../../platform/audit-verbs.ts';
import { noteAudit } from '../../../../platform/watch-writes.ts';
import type { Directory } from './directory.ts';

type Done = { verb: AuditVerb; noun: string; from?: Record<string, unknown>; to?: Record<string, unknown> };

/**
 * Records in a person's own account what they did with their sign-in, or what was done with it by a mailed link: these have no
 * tenant. Never a secret. In the transaction of `query`, where it has one.
 */
export async function auditPerson(
  { query }: Pick<Directory, 'query'>,
  { userId, address, by = userId }: { userId: number; address: string | null; by?: number | null },
  { verb, noun, from = {}, to = {} }: Done,
): Promise<void> {
  noteAudit();
  const [home] = await query<{ account_id: number; name: string }>(
    `select m.account_id, u.name from users u join members m on m.user_id = u.id where u.id = $1 order by m.account_id limit 1`,
    [userId],
  );
  if (!home) return;
  await query(
    `insert into audit_entries (account_id, user_id, acting_as, address, verb, noun, record_id, record_name, changes)
     values ($1, $8, false, $3, $4, $5, $2, $6, $7)`,
    [home.account_id, userId, address, verb, noun, home.name, JSON.stringify(differences(from, to)), by],
  );
}

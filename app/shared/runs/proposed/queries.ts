import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordRun } from '../words/sentences.ts';
import { wordSubject } from '../words/subjects.ts';

/** For so long what was proposed can be started. */
export const proposedHours = 24;

/** Whether the run is proposed and neither started nor declined, in time. */
export const isOpen = sql`proposed_by is not null and state = 'prepared'
  and started_at > now() - make_interval(hours => ${sql.lit(proposedHours)})`;

type Row = Columns<'runs', 'id' | 'subject' | 'entity' | 'total' | 'sentence' | 'started_at' | 'proposed_by'> & {
  terms: { reason?: string; until?: string } | null;
};
export type Proposal = Omit<Row, 'sentence' | 'subject'> & { subject: string; warning: string | null };

/** What an agent prepared and a person has to decide about; undefined where that is decided, or too late. */
export async function readProposal(tenant: Tenant, id: number): Promise<Proposal | undefined> {
  const { rows } = await sql<Row>`
    select id, subject, entity, total, sentence, started_at, proposed_by, terms from runs
    where ${inAccount(tenant)} and id = ${id} and ${isOpen}`.execute(tenant.db);
  const [row] = rows;
  if (!row) return undefined;
  const { sentence, subject, ...proposal } = row;
  return { ...proposal, subject: wordSubject(subject), warning: sentence === null ? null : wordRun(sentence) };
}

export type Followed = Columns<'runs', 'id' | 'done' | 'skipped' | 'failed'> & {
  state: 'waits_for_a_person' | 'too_late' | 'running' | 'done' | 'failed' | 'declined';
};

/** What became of what this key proposed; undefined where there is no such run of its own, or none any longer. */
export async function followProposal(tenant: Tenant, keyId: number, id: number): Promise<Followed | undefined> {
  const { rows } = await sql<Followed>`
    select id, done, skipped, failed,
      case when ${isOpen} then 'waits_for_a_person' when state = 'prepared' then 'too_late' when state = 'cancelled' then 'declined'
        else state end as state
    from runs where ${inAccount(tenant)} and id = ${id} and proposed_key_id = ${keyId}`.execute(tenant.db);
  return rows[0];
}

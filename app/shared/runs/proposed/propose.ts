import { type RawBuilder, sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { Refusal, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type NounName, nouns, recordTypeOf } from '../../../base/nouns.ts';
import { labelOfVerb } from '../../../base/verbs/labels.ts';
import type { BulkNoun } from '../bulk/noun.ts';
import { type RowOutcome, recordOutcomes, storedSubject } from '../commands.ts';
import { type OutcomeSentence, wordOutcome } from '../outcome-sentences.ts';
import type { RunSentence } from '../words/sentences.ts';
import { fixTargets, keepTargets, readTargets } from '../working/targets.ts';
import { lockAlone } from './alone.ts';
import { isOpen } from './queries.ts';

/** A person looks through them. */
export const mostProposed = 1_000;
/** Of a key, undecided. */
const mostOpen = 20;

type Proposed = { matching: RawBuilder<unknown>; terms?: object | undefined; by: { keyId: number; name: string } };
export type Preview = { runId: number; total: number; fitting: number; left: { reason: string; records: number }[] };

/** Nothing is prepared: the verb fits none. `left`: why, with words of others in it. */
export class FitsNone extends Refusal {
  readonly left: Preview['left'];
  constructor(label: string, many: string, left: Preview['left']) {
    super(409, 'wrong_state', `${label} fits none of these ${many}.`);
    this.left = left;
  }
}

/**
 * Prepares a verb over the records that a statement selects now, for a person to start. Nothing is done yet. Says what would be.
 * @throws Refusal 404 without records, 409 where it fits none, 422 for too many, 429
 */
export async function proposeBulk<Name extends string, Terms extends object>(
  tenant: Tenant,
  noun: BulkNoun<{ id: number }, Name, Terms>,
  verb: Name,
  { matching, terms, by }: Proposed,
): Promise<Preview> {
  const { undo, sendsGoods = false } = noun.verbs[verb];
  const label = labelOfVerb(verb);
  const { many } = nouns[noun.name];
  await requireFew(tenant, by.keyId, many);
  const runId = await insertProposal(tenant, {
    ...{ action: verb, entity: noun.name, terms, by, sendsGoods },
    undoable: undo !== undefined && !noun.verbs[undo].giveBack,
  });
  const total = await fixTargets(tenant, runId, sql`${matching} limit ${mostProposed + 1}`);
  if (total === 0) throw refuse(404, 'nothing_selected', `None of these ${many} exists.`);
  if (total > mostProposed)
    throw refuse(422, 'too_large', `These are more than ${mostProposed} ${many}, more than a person looks through. Narrow them down.`);
  const outcomes = await previewOf(tenant, noun, verb, runId);
  const left = counted(outcomes.flatMap(({ outcome, reason }) => (outcome === 'skipped' && reason ? [reason] : [])));
  const fitting = outcomes.flatMap(({ outcome, recordId }) => (outcome === 'waiting' && recordId !== null ? recordId : []));
  if (fitting.length === 0) throw new FitsNone(label, many, left);
  // What a person is shown as left as it is stays so, whatever becomes of it until they start this.
  await keepTargets(tenant, runId, fitting);
  await recordOutcomes(tenant, runId, outcomes);
  await writeAudit(tenant, {
    verb: 'prepared',
    noun: 'bulk action',
    record: { id: runId, name: verb },
    to: { [noun.name]: total, ...terms },
  });
  return { runId, total, fitting: fitting.length, left };
}

/** @throws Refusal 429 */
async function requireFew(tenant: Tenant, keyId: number, many: string): Promise<void> {
  await lockAlone(tenant);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from runs where ${inAccount(tenant)} and proposed_key_id = ${keyId} and ${isOpen}`.execute(tenant.db);
  if ((rows[0]?.open ?? 0) < mostOpen) return;
  throw refuse(429, 'too_many_requests', `${mostOpen} actions over ${many} and others wait for a person already. Have them decided first.`);
}

type NewProposal = { action: string; entity: NounName; undoable: boolean; sendsGoods: boolean } & Pick<Proposed, 'terms' | 'by'>;

async function insertProposal(tenant: Tenant, { action, entity, terms, by, undoable, sendsGoods }: NewProposal): Promise<number> {
  const subject = storedSubject({ code: 'many', noun: entity, verb: action });
  const sentence: RunSentence | null = sendsGoods ? { code: 'sends_goods' } : null;
  const { rows } = await sql<Columns<'runs', 'id'>>`
    insert into runs (account_id, kind, subject, action, entity, terms, undoable, state, requested_by, proposed_by,
      proposed_key_id, sentence)
    values (${tenant.accountId}, 'bulk', ${subject}::jsonb, ${action}, ${entity}, ${terms ? JSON.stringify(terms) : null},
      ${undoable}, 'prepared', ${tenant.userId}, ${by.name}, ${by.keyId}, ${sentence && JSON.stringify(sentence)}::jsonb)
    returning id`.execute(tenant.db);
  return rows[0]?.id ?? 0;
}

/** What the verb would do to each of the records of a run, as they are now. */
async function previewOf(tenant: Tenant, noun: BulkNoun, verb: string, runId: number): Promise<RowOutcome[]> {
  const records = await noun.lock(tenant, await readTargets(tenant, runId));
  return records.map((record) => {
    const reason = noun.verbs[verb]?.skip?.(record) ?? null;
    const facts = { recordType: recordTypeOf(noun.name), recordId: record.id, label: noun.label(record), reason };
    return { ...facts, outcome: reason === null ? 'waiting' : 'skipped' };
  });
}

const counted = (reasons: OutcomeSentence[]): Preview['left'] =>
  [...Map.groupBy(reasons, (reason) => wordOutcome(reason))].map(([reason, those]) => ({ reason, records: those.length }));

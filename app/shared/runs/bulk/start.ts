import { type RawBuilder, sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { nouns } from '../../../base/nouns.ts';
import { labelOfVerb } from '../../../base/verbs/labels.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { type NewRun, prepareRun, startPreparedRun, startRun } from '../commands.ts';
import { fixTargets } from '../working/targets.ts';
import type { BulkNoun } from './noun.ts';

/** Some kind of records, without what can be done with them. */
type Records = Pick<BulkNoun, 'name' | 'present'>;
/** Records with these ids, those that this person prepared, or those that a statement selects. */
export type Selection = { ids: number[] } | { runId: number } | { matching: RawBuilder<unknown> };
export type Started = { runId: number; total: number };

/** What a request selects: `ids`, in this field of it, or what was prepared. @throws Invalid where it names both, or neither */
export function selectionOf({ name }: Records, field: string, ids?: number[], runId?: number): Selection {
  const { one, many } = nouns[name];
  if (ids && runId !== undefined) throw invalid({ runId: [`Name the ${many} or what was prepared, not both.`] });
  if (ids) return { ids };
  if (runId !== undefined) return { runId };
  throw invalid({ [field]: [`Select at least one ${one}.`] });
}

/**
 * Fixes all records whose `id` a statement selects now as those of a run: what a person confirms is what was counted for them.
 * Returns the run's id and its number of records.
 */
export async function prepareBulk(tenant: Tenant, { name }: Records, matching: RawBuilder<unknown>): Promise<Started> {
  const runId = await prepareRun(tenant, { kind: 'bulk', subject: { code: 'records', noun: name }, entity: name });
  return { runId, total: await fixTargets(tenant, runId, matching) };
}

/**
 * Starts a verb of a noun over the selected records, as a run. Returns what a person is told of it, too. `audited`: the terms in words,
 * where they name things by ids.
 * @throws Refusal 409 when what was prepared was started before, has expired or is another noun's; 404 when there are no records
 */
export async function startBulk<Name extends string, Terms extends object>(
  tenant: Tenant,
  noun: BulkNoun<{ id: number }, Name, Terms>,
  verb: Name,
  selection: Selection,
  terms?: Terms,
  audited?: object,
): Promise<Started & { message: string }> {
  const { undo } = noun.verbs[verb];
  const undoable = undo !== undefined && !noun.verbs[undo].giveBack;
  const started = await startVerb(tenant, noun, selection, { action: verb, undoable, ...(terms && { terms }), audited });
  return { ...started, message: workingOn(noun, labelOfVerb(verb), started.total) };
}

/** What a person is told of a run that was started. */
export const workingOn = ({ name }: Records, label: string, total: number): string =>
  `${label}: working on ${countedWords(total, nouns[name].one, nouns[name].many)}.`;

/** `ofVerb`: whose run it takes back. */
type VerbRun = Pick<NewRun, 'undoable' | 'terms' | 'undoes'> & { action: string; ofVerb?: string; audited?: object | undefined };

/** Starts a run that the worker goes through. Its outcomes say what happens to each record; the audit, who asked for it. */
export async function startVerb(
  tenant: Tenant,
  noun: Records,
  selection: Selection,
  { ofVerb, audited, ...run }: VerbRun,
): Promise<Started> {
  const code = ofVerb === undefined ? 'many' : 'undo_of_many';
  const subject = { code, noun: noun.name, verb: ofVerb ?? run.action } as const;
  const started = await startOver(tenant, noun, selection, { subject, ...run });
  await writeAudit(tenant, {
    ...{ verb: ofVerb === undefined ? 'started' : 'undid', noun: 'bulk action', record: { id: started.runId, name: subject.verb } },
    to: { [noun.name]: started.total, ...(audited ?? run.terms) },
  });
  await enqueueWork(tenant, started.runId);
  return started;
}

/** Has a worker go through a run, for this person or key; those of an account one at a time. */
export async function enqueueWork(tenant: Tenant, runId: number): Promise<void> {
  const { accountId, userId, keyName, keyId } = tenant;
  await enqueue(tenant, 'bulk:work', { runId, userId, keyName, keyId }, { queue: `bulk:${accountId}` });
}

/** Starts a run over the selected records, which whoever calls works through. @throws Refusal 404, 409 */
export async function startOver(
  tenant: Tenant,
  noun: Records,
  selection: Selection,
  run: Pick<NewRun, 'subject' | 'action' | 'undoable' | 'terms' | 'undoes'>,
): Promise<Started> {
  const started = await begin(tenant, noun, selection, { kind: 'bulk', entity: noun.name, ...run });
  if (started.total === 0) throw refuse(404, 'nothing_selected', `None of these ${nouns[noun.name].many} exists.`);
  return started;
}

async function begin(tenant: Tenant, noun: Records, selection: Selection, run: NewRun): Promise<Started> {
  if ('runId' in selection) return startPrepared(tenant, noun, selection.runId, run);
  const runId = await startRun(tenant, run);
  const matching = 'ids' in selection ? withIds(tenant, noun, selection.ids) : selection.matching;
  return { runId, total: await fixTargets(tenant, runId, matching) };
}

async function startPrepared(tenant: Tenant, { name }: Records, runId: number, run: NewRun): Promise<Started> {
  const total = await startPreparedRun(tenant, runId, run);
  if (total === undefined) throw refuse(409, 'not_prepared', `These ${nouns[name].many} are no longer selected. Select them again.`);
  return { runId, total };
}

/** Those of these records that can be selected. */
export const withIds = (tenant: Tenant, { name, present = sql`true` }: Records, ids: number[]): RawBuilder<unknown> =>
  sql`select id from ${sql.table(name)} where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and ${present} order by id`;

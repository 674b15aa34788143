import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { type RowOutcome, startRun } from '../../../shared/runs/commands.ts';
import type { Undone } from '../../../shared/runs/undo-api.ts';
import { fixTargets } from '../../../shared/runs/working/targets.ts';
import type { TargetWork } from '../../../shared/runs/working/work-targets.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { changeItem } from '../items/commands.ts';
import { type Kind, kinds } from '../kinds.ts';
import { type BulkColumns, itemsWith, labelOf, recordType } from './items-with.ts';

const keptDays = 30;

/** Starts a run that gives the items of a bulk action their values back, but for those that somebody has changed since. @throws Refusal 409 */
async function undoItemBulk(tenant: Tenant, runId: number): Promise<{ runId: number; total: number; kind: Kind }> {
  const { accountId } = tenant;
  const changed = sql`select record_id as id from run_outcomes where account_id = ${accountId} and run_id = ${runId} and changed is not null`;
  const { rows } = await sql<Columns<'runs', 'entity'>>`
    update runs set undone_at = now() where account_id = ${accountId} and id = ${runId} and kind = 'bulk' and entity = any(${Object.keys(kinds)}::text[]) and action = 'set' and state <> 'running'
      and undone_at is null and started_at > now() - make_interval(days => ${keptDays}) and exists (${changed}) returning entity`.execute(
    tenant.db,
  );
  const [run] = rows;
  if (!run) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
  const kind = run.entity as Kind;
  const undoing = await startRun(tenant, { kind: 'bulk', subject: `${kinds[kind].many}: Undo Set values`, action: 'unset', entity: kind });
  const total = await fixTargets(tenant, undoing, changed);
  const record = { id: undoing, name: `Undo Set values of ${kinds[kind].many}` };
  await writeAudit(tenant, { verb: 'started', noun: 'bulk action', record, to: { items: total } });
  const payload = { runId: undoing, userId: tenant.userId, kind, undoes: runId };
  await enqueue(tenant, 'items:bulk', payload, { queue: `bulk:${accountId}` });
  return { runId: undoing, total, kind };
}

type Change = Columns<'products', 'id'> & { was: Partial<BulkColumns>; is: Partial<BulkColumns> };

/** Items get the values back that they had. @throws Refusal 409 */
export async function undoItemsRun(tenant: Tenant, id: number): Promise<Undone> {
  const { kind, runId, total } = await undoItemBulk(tenant, id);
  const { one, many } = kinds[kind];
  return { message: `Undo: working on ${countedWords(total, one, many)}.`, runId, total };
}

/** What such a run does with its items. `undoes`: the run that set them. */
export const givingBack = (kind: Kind, undoes: number): TargetWork => ({
  noun: kinds[kind].one,
  async perform(tenant, _action, ids) {
    const items = new Map((await itemsWith(tenant, kind, ids)).map((item) => [item.id, item]));
    const { rows } = await sql<Change>`
      select record_id as id, changed -> 'was' as was, changed -> 'is' as is from run_outcomes
      where account_id = ${tenant.accountId} and run_id = ${undoes} and record_id = any(${ids}::bigint[]) and changed is not null`.execute(
      tenant.db,
    );
    const changes = new Map(rows.map((change) => [change.id, change]));
    const outcomes: RowOutcome[] = [];
    for (const id of ids) {
      const [item, change] = [items.get(id), changes.get(id)];
      const reason = item && change ? await giveBack(tenant, kind, item, change) : 'It was deleted meanwhile.';
      const facts = { recordType: recordType[kind], recordId: id, label: item?.sku ?? String(id) };
      outcomes.push({ ...facts, outcome: reason === null ? 'done' : 'skipped', reason });
    }
    return outcomes;
  },
  label: (tenant, id) => labelOf(tenant, kind, id),
});

/** Why it stays as it is; null where it has its values back. */
async function giveBack(
  tenant: Tenant,
  kind: Kind,
  item: BulkColumns & Columns<'products', 'id'>,
  { was, is }: Change,
): Promise<string | null> {
  const fields = Object.keys(is) as (keyof BulkColumns)[];
  if (fields.some((field) => item[field] !== is[field])) return 'It was changed since.';
  const category = was.category_id ? await nameOf(tenant, was.category_id) : null;
  if (was.category_id && category === null) return 'The category that it had was deleted since.';
  const { reorder_point } = was;
  await changeItem(tenant, kind, item.id, {
    ...('category_id' in was && { category }),
    ...(reorder_point !== undefined && { reorder_point }),
  });
  return null;
}

async function nameOf({ accountId, db }: Tenant, categoryId: number): Promise<string | null> {
  const { rows } = await sql<Columns<'categories', 'name'>>`
    select name from categories where account_id = ${accountId} and id = ${categoryId}`.execute(db);
  return rows[0]?.name ?? null;
}

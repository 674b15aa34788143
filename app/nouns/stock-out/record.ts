import { sql } from 'kysely';
import type { Reason } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueue } from '../../base/job-queue.ts';
import { because } from '../../base/reasons.ts';
import type { Connection } from '../../shared/connections/calls/session.ts';
import { closeIssues, openIssues } from '../../shared/issues/commands.ts';
import { advanceRun, finishRun, type RowOutcome } from '../../shared/runs/commands.ts';
import type { OutcomeSentence } from '../../shared/runs/outcome-sentences.ts';
import { queueNotedSince } from './noted/noted.ts';
import { type ListingStock, quantityWanted, stockToTell } from './quantities.ts';
import { countAliases, readStockSettings } from './queries.ts';
import { queueListingsNow } from './queue.ts';

/** What became of a listing's stock. `quantity` is null where there was nothing to tell. */
export type StockOutcome = {
  listingId: number;
  runId: number | null;
  outcome: 'sent' | 'rehearsed' | 'refused' | 'nothing';
  quantity: number | null;
  locationId: string | null;
  reason: Reason | null;
  /** Nobody knows what became of a call before this one: it may arrive after it. */
  maybeLate: boolean;
};
type Recorded = Columns<'connector_products', 'id' | 'connector_product_sku' | 'is_alias'>;

/**
 * Records what a channel was told of stock, and what it replied. What changed while it was told is queued again, also where the channel
 * refused the quantity of before.
 */
export async function recordStock(tenant: Tenant, connection: Connection, outcomes: StockOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const replies = outcomes.filter(({ outcome }) => outcome !== 'nothing');
  const { rows } = await sql<Recorded>`
    with replies as (
      select * from json_to_recordset(${JSON.stringify(replies)}::json) as t ("listingId" bigint, outcome text, quantity int,
        "locationId" text, reason jsonb)
    ),
    pushed as (
      insert into stock_pushes (account_id, connection_id, connector_product_id, quantity, location_id, outcome, reason)
      select ${tenant.accountId}, ${connection.id}, "listingId", quantity, "locationId", outcome, reason from replies returning 1
    )
    update connector_products cp set stock_sent = case when t.outcome = 'refused' then null else t.quantity end
    from replies t where ${inAccount(tenant, 'cp')} and cp.id = t."listingId"
    returning cp.id, cp.connector_product_sku, cp.is_alias`.execute(tenant.db);
  await reportRefusals(tenant, connection, outcomes, rows);
  await queueChanged(
    tenant,
    connection,
    outcomes.filter(({ outcome }) => outcome !== 'refused').map(({ listingId }) => listingId),
  );
  await queueNotedSince(
    tenant,
    outcomes.map(({ listingId }) => listingId),
  );
  await advanceRuns(tenant, connection.id, outcomes);
  await lookAgain(
    tenant,
    outcomes.filter(({ maybeLate }) => maybeLate),
  );
  notify(tenant, 'stock');
}

/** What a channel was told of a listing beside a quantity that is not settled; `refusal`: why it did not take it. */
export type Lowered = { stock: ListingStock; refusal: Reason | null };

/** Records what a channel was told while it has a higher quantity that is not settled: what that is known to have stays open. */
export async function recordLowered(tenant: Tenant, connectionId: number, all: readonly Lowered[]): Promise<void> {
  const pushes = all.map(({ stock: { id, quantity, location_id }, refusal }) => ({ id, quantity, location_id, refusal }));
  await sql`
    insert into stock_pushes (account_id, connection_id, connector_product_id, quantity, location_id, outcome, reason)
    select ${tenant.accountId}, ${connectionId}, id, quantity, location_id,
      case when refusal is null then 'sent' else 'refused' end, refusal
    from json_to_recordset(${JSON.stringify(pushes)}::json) as t (id bigint, quantity int, location_id text, refusal jsonb)
    returning 1`.execute(tenant.db);
  notify(tenant, 'stock');
}

/** Longer than the other side works at a call after the one who made it has given up. */
const lateMs = 120_000;

/** A call that was given up may have reached the channel after the one that is recorded here, with an older quantity. */
async function lookAgain(tenant: Tenant, outcomes: StockOutcome[]): Promise<void> {
  const listingIds = outcomes.map(({ listingId }) => listingId);
  if (listingIds.length > 0) await enqueue(tenant, 'stock:again', { listingIds }, { runAt: new Date(Date.now() + lateMs) });
}

/** What was found to be an alias in the meantime is no longer sent, so nobody has to look at what was refused. */
async function reportRefusals(
  tenant: Tenant,
  { id: connectionId, name }: Connection,
  outcomes: StockOutcome[],
  rows: Recorded[],
): Promise<void> {
  const skus = new Map(rows.flatMap((row) => (row.is_alias ? [] : [[row.id, row.connector_product_sku]])));
  const skusOf = (outcome: StockOutcome['outcome']) =>
    outcomes.flatMap((each) => {
      const sku = skus.get(each.listingId);
      return each.outcome === outcome && sku !== undefined ? [{ sku, reason: each.reason ?? notSaid }] : [];
    });
  const taken = skusOf('sent');
  if (taken.length > 0) await closeIssues(tenant, { connectionId, types: ['stock_refused'], subjects: taken.map(({ sku }) => sku) });
  await openIssues(
    tenant,
    skusOf('refused').map(({ sku, reason }) => ({
      ...{ connectionId, type: 'stock_refused' as const, subject: sku, blocking: false },
      sentence: { code: 'stock_refused' as const, connection: name, sku, reason },
    })),
  );
}

/** Their effects have ended in this transaction, so a change from now on queues them by itself. */
async function queueChanged(tenant: Tenant, connection: Connection, listingIds: number[]): Promise<void> {
  const kind = quantityWanted(connection);
  if (kind === null || listingIds.length === 0) return;
  const now = await stockToTell(tenant, kind, connection.id, listingIds);
  const changed = now.filter(({ quantity, stock_sent }) => quantity !== stock_sent).map(({ id }) => id);
  if (changed.length > 0) await queueListingsNow(tenant, changed);
}

async function advanceRuns(tenant: Tenant, connectionId: number, outcomes: StockOutcome[]): Promise<void> {
  const ofRuns = outcomes.flatMap((each) => (each.runId === null ? [] : [{ ...each, runId: each.runId }]));
  for (const [runId, some] of Map.groupBy(ofRuns, ({ runId }) => runId)) {
    const skus = await skusWithIds(
      tenant,
      some.map(({ listingId }) => listingId),
    );
    const of = (outcome: StockOutcome['outcome']) => some.filter((each) => each.outcome === outcome).length;
    const counts = { done: of('sent') + of('rehearsed'), skipped: of('nothing'), failed: of('refused') };
    await advanceRun(
      tenant,
      runId,
      counts,
      some.map((each) => outcomeOf(each, skus.get(each.listingId) ?? String(each.listingId))),
    );
    await finishIfLast(tenant, connectionId, runId);
  }
}

async function skusWithIds(tenant: Tenant, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<Columns<'connector_products', 'id' | 'connector_product_sku'>>`
    select id, connector_product_sku from connector_products where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return new Map(rows.map((row) => [row.id, row.connector_product_sku]));
}

const labels = { sent: 'done', rehearsed: 'done', refused: 'failed', nothing: 'skipped' } as const;

function outcomeOf({ listingId, outcome, quantity, reason }: StockOutcome, label: string): RowOutcome {
  return {
    outcome: labels[outcome],
    recordType: 'connector_product',
    recordId: listingId,
    label,
    reason: becauseOf({ outcome, quantity, reason }),
  };
}

function becauseOf({ outcome, quantity, reason }: Pick<StockOutcome, 'outcome' | 'quantity' | 'reason'>): OutcomeSentence {
  if (outcome === 'refused') return { code: 'refused', reason: reason ?? notSaid };
  if (outcome === 'nothing') return quantity === null ? { code: 'not_told' } : { code: 'same_quantity', quantity };
  return { code: outcome === 'sent' ? 'told' : 'would_be_told', quantity };
}

const notSaid = because({ code: 'sending.not_said' });

/** A run ends with the last of its effects. */
async function finishIfLast(tenant: Tenant, connectionId: number, runId: number): Promise<void> {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from outbox where ${inAccount(tenant)} and run_id = ${runId}
      and state in ('waiting', 'sending')) as left`.execute(tenant.db);
  if (rows[0]?.left) return;
  const aliases = await countAliases(tenant, connectionId);
  const { mode } = await readStockSettings(tenant, connectionId);
  await finishRun(tenant, runId, 'done', { code: mode === 'rehearsal' ? 'stock_rehearsed' : 'stock_told', aliases });
}

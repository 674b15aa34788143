import type pg from 'pg';
import type { Gauge } from 'prom-client';
import type { Database } from '../../../platform/db.ts';
import type { OnlyOne } from '../../../platform/only-one.ts';
import { gauges } from './instruments.ts';
import { readJobs, readTotals } from './read.ts';

const freshMs = 15_000;

/**
 * Keeps the gauges of the whole database, in the one worker that has the claim: the others say nothing, so that a sum over all processes
 * counts nothing twice. However often it is called, the database is read once in 15 seconds.
 */
export function refreshed(database: Database, queue: pg.Pool, claim: OnlyOne, now = () => performance.now()): () => Promise<void> {
  let until = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!(await claim.mine().catch(forget))) return forget();
    if (now() < until) return;
    until = now() + freshMs;
    const [totals, jobs] = await Promise.all([readTotals(database), readJobs(queue)]).catch((error) => {
      forget();
      throw error;
    });
    const { outbox, streams, issues, connections, isStopped, isUnwritable } = totals;
    set(gauges.outboxAge, outbox, ({ kind, age }) => [{ kind }, age]);
    set(gauges.outboxDue, outbox, ({ kind, n }) => [{ kind }, n]);
    set(gauges.streamAge, streams, ({ stream, age }) => [{ stream }, age]);
    set(gauges.jobAge, jobs, ({ job, age }) => [{ job }, age]);
    set(gauges.issues, issues, ({ type, n }) => [{ type }, n]);
    set(gauges.connections, connections, ({ connector, state, n }) => [{ connector, state }, n]);
    set(gauges.nodeLost, database.nodes.lost(), ({ node, since }) => [{ node }, (Date.now() - since.getTime()) / 1_000]);
    gauges.stopped.set(isStopped ? 1 : 0);
    gauges.unwritable.set(isUnwritable ? 1 : 0);
  };

  /** A figure of a while ago would look like one of now. */
  function forget(): void {
    until = Number.NEGATIVE_INFINITY;
    for (const gauge of Object.values(gauges)) gauge.reset();
    gauges.stopped.remove();
    gauges.unwritable.remove();
  }
}

/** What waited before and does not wait now is gone. */
function set<Row, Label extends string>(gauge: Gauge<Label>, rows: Row[], entryOf: (row: Row) => [Partial<Record<Label, string>>, number]) {
  gauge.reset();
  for (const row of rows) {
    const [labels, value] = entryOf(row);
    gauge.set(labels, value);
  }
}

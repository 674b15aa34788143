import { sql } from 'kysely';
import type { Columns } from '../../platform/columns.ts';
import { readPrepared } from '../../platform/prepared.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { type Compared, compared, streamsRead } from './comparing.ts';

/** Why nothing is sent for a whole account. `copy`: a person decides. `compared`: it goes on by itself. */
export type Stopped = { why: 'copy' | 'compared'; sentence: string };

type Row = {
  stopped: 'restored' | 'copy' | null;
  connections: (Columns<'connections', 'name'> & { warehouse: boolean; compared: Compared | null })[] | null;
};

/** Null where sending goes on. Connections that are not called hold up no other, and are not counted. */
export async function readStopped(tenant: Tenant): Promise<Stopped | null> {
  const [row] = await readPrepared(
    tenant,
    sql<Row>`
    select n.stopped, (select json_agg(json_build_object('name', c.name, 'warehouse', 'warehouse' = any(c.capabilities), 'compared', ${compared}) order by c.id)
      from connections c where c.account_id = ${tenant.accountId} and c.state = 'active'
        and (n.stopped is not null or exists (select from comparisons x where x.account_id = ${tenant.accountId} and x.finished_at is null))) as connections
    from installation n`,
  );
  return row ? stoppedBy(row) : null;
}

/** As it is said above every page. */
function stoppedBy({ stopped, connections }: Row): Stopped | null {
  if (stopped === 'copy') return { why: 'copy', sentence: copySentence };
  const called = connections ?? [];
  const steps = called.flatMap((each) => each.compared ?? []);
  if (stopped === null && steps.length === 0) return null;
  const warehouses = called.filter(({ warehouse }) => warehouse).map(({ name }) => name);
  const read = { read: sum(steps.map((step) => step.read)), of: sum(steps.map((step) => step.of)) };
  const progress = stopped === null ? `${streamsRead(read)}. ` : '';
  return {
    why: 'compared',
    sentence: `${restoredSentence} Orders are being compared with ${list(warehouses)} before anything is sent. ${progress}Then sending goes on by itself.`,
  };
}

const copySentence = 'Nothing is sent from this installation: it is a copy of another one. A super admin decides which one lives.';
const restoredSentence = 'Sending has stopped: this database was restored from a backup.';
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const list = (names: string[]) => (names.length === 0 ? 'your channels' : new Intl.ListFormat('en-US').format(names));

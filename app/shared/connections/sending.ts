import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { wordStop } from '../../base/installation/stop-reasons.ts';
import { type Compared, compared, streamsRead } from './settings/comparing.ts';

/**
 * Why nothing is sent for a whole account. `copy`: a person decides. `compared`: it goes on by itself. `starting`: the database was not
 * recognised yet, which takes a moment; `unrecognised`: it takes longer than it should.
 */
export type Stopped = { why: 'copy' | 'compared' | 'starting' | 'unrecognised'; sentence: string };

type Row = Columns<'installation', 'reason'> & {
  stopped: 'restored' | 'copy' | null;
  connections: (Columns<'connections', 'name'> & { warehouse: boolean; compared: Compared | null })[] | null;
  /** Why this account is compared. */
  because: unknown;
  /** How long the server has run in which no worker recognised the database yet, in seconds. */
  unrecognised: number | null;
};

/** Null where sending goes on. Connections that are not called hold up no other, and are not counted. */
export async function readStopped(tenant: Tenant): Promise<Stopped | null> {
  const [row] = await readPrepared(
    tenant,
    sql<Row>`
    select n.stopped, n.reason, (select json_agg(json_build_object('name', c.name, 'warehouse', 'warehouse' = any(c.capabilities),
      'compared', ${compared(tenant)}) order by c.id)
      from connections c where ${inAccount(tenant, 'c')} and c.state = 'active'
        and (n.stopped is not null or exists (select 1 from comparisons x where ${inAccount(tenant, 'x')}
          and x.finished_at is null))) as connections,
      (select x.reason from comparisons x where ${inAccount(tenant, 'x')} and x.finished_at is null
        order by x.connection_id limit 1) as because,
      case when n.life <> database_life() then extract(epoch from now() - pg_postmaster_start_time())::float8 end as unrecognised
    from installation n`,
  );
  return row ? stoppedBy(row) : null;
}

/** Recognising takes at most some twenty seconds, where a worker runs. */
const longSeconds = 60;

/** As it is said above every page. */
function stoppedBy({ stopped, reason, connections, because, unrecognised }: Row): Stopped | null {
  if (stopped === 'copy')
    return { why: 'copy', sentence: `Nothing is sent from this installation. ${wordStop(reason)} A super admin decides which one lives.` };
  const called = connections ?? [];
  const steps = called.flatMap((each) => each.compared ?? []);
  if (stopped === null && steps.length === 0) return unrecognised === null ? null : notRecognised(unrecognised);
  const warehouses = called.filter(({ warehouse }) => warehouse).map(({ name }) => name);
  const read = { read: sum(steps.map((step) => step.read)), of: sum(steps.map((step) => step.of)) };
  const progress = stopped === null ? `${streamsRead(read)}. ` : '';
  const why = wordStop(stopped === null ? because : reason);
  return {
    why: 'compared',
    sentence: `Sending has stopped. ${why} Orders are being compared with ${list(warehouses)} before anything is sent. ${progress}Then sending goes on by itself.`,
  };
}

const notRecognised = (seconds: number): Stopped =>
  seconds < longSeconds
    ? { why: 'starting', sentence: 'The database was just restarted. Reading and sending go on in a moment.' }
    : {
        why: 'unrecognised',
        sentence:
          'Nothing is read or sent: no worker has taken up work since the database was restarted. Make sure that the workers run and can write files.',
      };

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const list = (names: string[]) => (names.length === 0 ? 'your channels' : new Intl.ListFormat('en-US').format(names));

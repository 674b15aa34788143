import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { wordStop } from '../../base/installation/stop-reasons.ts';
import { isUnwritable } from '../../base/installation/unwritable.ts';
import { type Compared, compared, streamsRead } from './settings/comparing.ts';

/**
 * Why nothing is sent for a whole account. `copy`: a person decides. `compared`: it goes on by itself. `starting`: the database was not
 * recognised yet, which takes a moment; `unrecognised`: it takes longer than it should. `files`: a worker cannot write to the files.
 */
export type Stopped = { why: 'copy' | 'compared' | 'starting' | 'unrecognised' | 'files'; sentence: string };

type Installation = Columns<'installation', 'reason'> & {
  stopped: 'restored' | 'copy' | null;
  /** How long the server has run in which no worker recognised the database yet, in seconds. */
  unrecognised: number | null;
  unwritable: boolean;
};

type Called = Columns<'connections', 'name'> & {
  warehouse: boolean;
  compared: Compared | null;
  /** Why this account is compared. */
  because: unknown;
};

/**
 * Null where sending goes on. Connections that are not called hold up no other, and are not counted. The installation is read apart, and
 * first: in a database of several nodes it is on another, and what it says ends when all accounts' comparisons have begun.
 */
export async function readStopped(tenant: Tenant): Promise<Stopped | null> {
  const [[installation], called] = await Promise.all([
    readPrepared(
      tenant,
      sql<Installation>`
      select stopped, reason, ${isUnwritable} as unwritable,
        case when life <> database_life() then extract(epoch from now() - pg_postmaster_start_time())::float8 end as unrecognised
      from installation`,
    ),
    readPrepared(
      tenant,
      sql<Called>`
      select c.name, 'warehouse' = any(c.capabilities) as warehouse, ${compared(tenant)} as compared,
        (select x.reason from comparisons x where ${inAccount(tenant, 'x')} and x.finished_at is null
          order by x.connection_id limit 1) as because
      from connections c where ${inAccount(tenant, 'c')} and c.state = 'active' order by c.id`,
    ),
  ]);
  return installation ? stoppedBy(installation, called) : null;
}

/** Recognising takes at most some twenty seconds, where a worker runs. */
const longSeconds = 60;

/** As it is said above every page. */
function stoppedBy({ stopped, reason, unrecognised, unwritable }: Installation, called: readonly Called[]): Stopped | null {
  if (stopped === 'copy')
    return { why: 'copy', sentence: `Nothing is sent from this installation. ${wordStop(reason)} A super admin decides which one lives.` };
  const steps = called.flatMap((each) => each.compared ?? []);
  if (stopped === null && steps.length === 0)
    return unrecognised === null ? (unwritable ? { why: 'files', sentence: cannotWrite } : null) : notRecognised(unrecognised);
  const warehouses = called.filter(({ warehouse }) => warehouse).map(({ name }) => name);
  const read = { read: sum(steps.map((step) => step.read)), of: sum(steps.map((step) => step.of)) };
  const progress = stopped === null ? `${streamsRead(read)}. ` : '';
  const why = wordStop(stopped === null ? called[0]?.because : reason);
  return {
    why: 'compared',
    sentence: `Sending has stopped. ${why} Orders are being compared with ${list(warehouses)} before anything is sent. ${progress}Then sending goes on by itself.`,
  };
}

const cannotWrite =
  'A worker cannot write to the folder or bucket for files, and sends nothing. It goes on by itself once it can; whoever runs Crossdock has to look at it.';

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

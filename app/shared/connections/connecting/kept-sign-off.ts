import { sql } from 'kysely';
import type { Settings } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Seal } from '../../../../platform/seal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueueAll, type JobPayload } from '../../../base/job-queue.ts';
import { type Connection, getConnection, secretContext } from '../calls/session.ts';
import { dropUnusedTokens } from '../calls/tokens.ts';

/** By then whoever disconnected it has taken everything back, or was killed. */
const afterMinutes = 3;

type Kept = { settings: Settings; address: string | null };

/** Keeps by what an ended connection signs off, until that is done; a job does it where nobody else has. */
export async function keepSignOff(tenant: Tenant, seal: Seal, { id, settings }: Connection, address: string | null): Promise<void> {
  const sealed = seal.seal(JSON.stringify({ settings, address } satisfies Kept), secretContext(tenant.accountId, id));
  await sql`update connections set sign_off = ${sealed} where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await enqueueSignOff(tenant, { accountId: tenant.accountId, connectionId: id }, afterMinutes);
}

export const enqueueSignOff = (tenant: Tenant, payload: JobPayload<'connections:sign-off'>, minutes: number) =>
  enqueueAll(tenant, [
    {
      ...{ name: 'connections:sign-off', payload, runAt: new Date(Date.now() + minutes * 60_000) },
      key: `sign-off:${payload.accountId}:${payload.connectionId}`,
    },
  ]);

/** An ended connection with what was kept; null where it has signed off. */
export async function leavingOf(
  tenant: Tenant,
  seal: Seal,
  id: number,
): Promise<{ connection: Connection; address: string | null } | null> {
  const { rows } = await sql<Columns<'connections', 'sign_off'>>`
    select sign_off from connections where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const sealed = rows[0]?.sign_off;
  const connection = sealed ? await getConnection(tenant, seal, id) : undefined;
  if (!sealed || !connection) return null;
  const { settings, address } = JSON.parse(seal.open(sealed, secretContext(tenant.accountId, id))) as Kept;
  return { connection: { ...connection, settings }, address };
}

/** Forgets what was kept. Returns whether nobody else had done that. */
export async function endLeaving(tenant: Tenant, { id, credential }: Connection): Promise<boolean> {
  const { rows } = await sql`
    update connections set sign_off = null where ${inAccount(tenant)} and id = ${id} and sign_off is not null returning id`.execute(
    tenant.db,
  );
  await dropUnusedTokens(tenant, credential);
  return rows.length > 0;
}

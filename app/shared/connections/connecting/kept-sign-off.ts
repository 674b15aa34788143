import { sql } from 'kysely';
import type { Connector, Settings } from '../../../../connectors/contract.ts';
import { consentSetting } from '../../../../connectors/settings.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { openedOrNull, type Seal } from '../../../../platform/seal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueueAll, type JobPayload } from '../../../base/job-queue.ts';
import { type Connection, getConnection, secretContext } from '../calls/session.ts';
import { dropUnusedTokens } from '../calls/tokens.ts';
import { lockStreams } from '../streams/lock.ts';

/** By then whoever disconnected it has taken everything back, or was killed. */
const afterMinutes = 3;

type Kept = { settings: Settings; address: string | null };

/** Keeps by what an ended connection signs off, until that is done; a job does it where nobody else has. */
export async function keepSignOff(tenant: Tenant, seal: Seal, { id, settings }: Connection, address: string | null): Promise<void> {
  const sealed = seal.seal(JSON.stringify({ settings, address } satisfies Kept), secretContext(tenant.accountId, id));
  await sql`update connections set sign_off = ${sealed}, sign_off_consent = ${settings[consentSetting] ?? null}, signing_off_at = null
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await enqueueSignOff(tenant, { accountId: tenant.accountId, connectionId: id }, afterMinutes);
}

export const enqueueSignOff = (tenant: Tenant, payload: JobPayload<'connections:sign-off'>, minutes: number) =>
  enqueueAll(tenant, [
    {
      ...{ name: 'connections:sign-off', payload, runAt: new Date(Date.now() + minutes * 60_000) },
      key: `sign-off:${payload.accountId}:${payload.connectionId}`,
    },
  ]);

/** An ended connection with what was kept; null where it has signed off, or what was kept cannot be opened. */
export async function leavingOf(
  tenant: Tenant,
  seal: Seal,
  id: number,
): Promise<{ connection: Connection; address: string | null } | null> {
  const { rows } = await sql<Columns<'connections', 'sign_off'>>`
    select sign_off from connections where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const sealed = rows[0]?.sign_off;
  const kept = sealed && openedOrNull(seal, sealed, secretContext(tenant.accountId, id));
  const connection = kept ? await getConnection(tenant, seal, id) : undefined;
  if (!kept || !connection) return null;
  const { settings, address } = JSON.parse(kept) as Kept;
  return { connection: { ...connection, settings }, address };
}

/** Whether the sign-off of a connection is still that of these settings: one that was connected again since has another, or none. */
const isStillOf = ({ settings }: Pick<Connection, 'settings'>) =>
  sql`sign_off is not null and sign_off_consent is not distinct from ${settings[consentSetting] ?? null}::text`;

/**
 * Begins to tell the other side: from now on nobody connects it again until that has ended. Returns whether it is still to be told, which
 * it is not once the connection was taken up.
 */
export async function beginSignOff(tenant: Tenant, connection: Pick<Connection, 'id' | 'settings'>): Promise<boolean> {
  const { rows } = await sql`
    update connections set signing_off_at = (select clock_timestamp())
    where ${inAccount(tenant)} and id = ${connection.id} and ${isStillOf(connection)} returning id`.execute(tenant.db);
  return rows.length > 0;
}

/**
 * Of a connection that is to be taken up by a consent: that consent may be gone again where the former one was taken back after `since`,
 * when the new one was known to be good, or is being taken back now. Until the transaction ends, nobody begins to. @throws Refusal 409
 */
export async function requireSignedOff(tenant: Tenant, id: number, connector: Connector, since: Date): Promise<void> {
  // Locked whatever it says, as by whoever takes it up: what it says once nobody changes it counts.
  await lockStreams(tenant, id);
  const { rows } = await sql<{ may_be_gone: boolean | null }>`
    select signed_off_at >= ${since}
      or sign_off is not null and signing_off_at > now() - make_interval(mins => ${afterMinutes}) as may_be_gone
    from connections where ${inAccount(tenant)} and id = ${id} for no key update`.execute(tenant.db);
  if (!rows[0]?.may_be_gone) return;
  const notice = `${connector.label} is being told that the former connection has ended, which may end this consent too.`;
  throw refuse(409, 'being_signed_off', `${notice} Continue at ${connector.label} again in some minutes.`);
}

/** Forgets what was kept. Returns whether nobody else had done that. */
export async function endLeaving(tenant: Tenant, connection: Connection): Promise<boolean> {
  const { id, credential } = connection;
  const { rows } = await sql`
    update connections set sign_off = null, sign_off_consent = null, signing_off_at = null, signed_off_at = (select clock_timestamp())
    where ${inAccount(tenant)} and id = ${id} and ${isStillOf(connection)} returning id`.execute(tenant.db);
  await dropUnusedTokens(tenant, credential);
  return rows.length > 0;
}

import { consentSetting } from '../../../../connectors/settings.ts';
import { existing } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { wordLeftThere } from '../../../base/left-there.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type Connection, getConnection } from '../calls/session.ts';
import { connectionNamed } from '../queries.ts';
import { webhookAddress } from '../webhooks/webhook-address.ts';
import { disconnectSigned } from './commands.ts';
import { endLeaving, keepSignOff } from './kept-sign-off.ts';
import { signOff } from './sign-off.ts';

export type Disconnection = {
  message: string;
  /** What a person has to take away at the other side; null where nothing is left there. */
  left: string | null;
};

/**
 * Disconnects, and then takes back at the other side what it was given. Whether that succeeds keeps nobody from disconnecting: what is
 * sent to our address is refused from now on. Should this process end before it is done, a job does it.
 */
export async function disconnectAndUnsubscribe(engine: Engine, actor: Actor, slug: string): Promise<Disconnection> {
  const { connection, address } = await beginToLeave(engine, actor, slug);
  const { left } = await signOff({ engine, connection, userId: actor.userId, address });
  await inTenant(engine.database, actor, (tenant) => endLeaving(tenant, connection));
  return { message: `${connection.name} is disconnected.`, left: wordLeftThere(connection.connector.label, left) };
}

async function beginToLeave(engine: Engine, actor: Actor, slug: string): Promise<{ connection: Connection; address: string | null }> {
  return inTenant(engine.database, actor, async (tenant) => {
    const { id } = await connectionNamed(tenant, slug);
    const connection = existing(await getConnection(tenant, engine.seal, id), 'This connection does not exist.');
    const address = await addressThere(tenant, engine, id);
    await disconnectSigned(tenant, id);
    if (address !== null || connection.settings[consentSetting]) await keepSignOff(tenant, engine.seal, connection, address);
    return { connection, address };
  });
}

/** The address that the other side was told by us; null where it never was. */
async function addressThere(tenant: Tenant, { seal, baseUrl }: Engine, id: number): Promise<string | null> {
  const row = tenant.db.selectFrom('connections').select(['hints_told_at', 'hints_base']);
  const { hints_told_at, hints_base } = await row.where(inAccount(tenant)).where('id', '=', id).executeTakeFirstOrThrow();
  return hints_told_at && (await webhookAddress(tenant, seal, hints_base ?? baseUrl, id)).address;
}

import type { Connector, ConnectorSession, Result, Settings } from '../../../../connectors/contract.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { type Actor, inTenant } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { sessionOf } from '../calls/session.ts';
import { recordFailure, recordSuccess } from '../health/health.ts';
import { opened } from './trying.ts';

/** What is requested of the other side; undefined where its connector cannot do it. */
type Question<T> = (connector: Connector, session: ConnectorSession) => Promise<Result<T>> | undefined;

type Asked<T> = {
  question: Question<T>;
  /** Says that its connector cannot do it. */
  cannot: (label: string) => string;
  /** Settings that are tried instead of the stored ones. */
  settings?: (connector: Connector) => Settings;
};

/**
 * Requests something of a connected system because a person wants to see it now, and records in the connection's health what came
 * of it. @throws Refusal 404; 409 with the reason, or with `cannot` where the connector does not offer it
 */
export async function askConnection<T>(
  engine: Engine,
  actor: Actor,
  slug: string,
  { question, cannot, settings }: Asked<T>,
): Promise<{ id: number; name: string; connector: Connector; value: T }> {
  const { id, connection } = await opened(engine, actor, slug);
  const { connector, name, state } = connection;
  if (state !== 'active')
    throw refuse(409, 'not_active', `${name} is ${state === 'paused' ? 'paused: resume' : 'not connected: reconnect'} it first.`);
  const asked = question(
    connector,
    sessionOf(
      engine,
      { ...connection, settings: { ...connection.settings, ...settings?.(connector) } },
      { attempt: 0, subject: null, userId: actor.userId },
    ),
  );
  if (!asked) throw refuse(409, 'cannot_list', cannot(connector.label));
  const result = await asked;
  const limited = !result.ok && result.failure.kind === 'retry' && result.failure.limited;
  const concernsAll = result.ok || ((result.failure.kind === 'retry' || result.failure.kind === 'reconnect') && !limited);
  if (concernsAll)
    await inTenant(engine.database, actor, (tenant) => (result.ok ? recordSuccess(tenant, id) : recordFailure(tenant, id, result.failure)));
  if (result.ok) return { id, name, connector, value: result.value };
  if (limited) throw refuse(409, 'limited', `${name} allows no more requests just now. Try again in a minute.`);
  throw refuse(409, 'does_not_work', `${name} did not list them: ${result.failure.reason}`);
}

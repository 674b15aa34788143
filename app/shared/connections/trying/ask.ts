import type { About, Questions } from '../../../../connectors/apart/questions.ts';
import type { Connector, Settings } from '../../../../connectors/contract.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { type Actor, inTenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf } from '../calls/session.ts';
import { recordFailure, recordSuccess } from '../health/health.ts';
import { trial } from './trial-turns.ts';
import { opened } from './trying.ts';

type PersonsQuestion<Name extends keyof Questions> = {
  question: Name;
  /** What the question concerns: see connectors/apart/questions.ts. */
  about?: About<Name>;
  /** Says that its connector cannot do it. */
  cannot: (label: string) => string;
  /** Settings that are tried instead of the stored ones. */
  settings?: (connector: Connector) => Settings;
};

/**
 * Requests something of a connected system because a person wants to see it now, and records in the connection's health what came
 * of it. @throws Refusal 404; 409 with the reason, or with `cannot` where the connector does not offer it; 429
 */
export async function askConnection<Name extends keyof Questions>(
  engine: Engine,
  actor: Actor,
  slug: string,
  { cannot, settings, ...question }: PersonsQuestion<Name>,
): Promise<{ id: number; name: string; connector: Connector; value: Questions[Name] }> {
  const { id, connection } = await opened(engine, actor, slug);
  const { connector, name, state } = connection;
  if (state !== 'active')
    throw refuse(409, 'not_active', `${name} is ${state === 'paused' ? 'paused: resume' : 'not connected: reconnect'} it first.`);
  const tried = { ...connection, settings: { ...connection.settings, ...settings?.(connector) } };
  const result = await trial(actor, () => askOf(engine, tried, { ...question, userId: actor.userId }));
  if (!result) throw refuse(409, 'cannot_list', cannot(connector.label));
  const limited = !result.ok && result.failure.kind === 'retry' && result.failure.limited;
  const concernsAll = result.ok || ((result.failure.kind === 'retry' || result.failure.kind === 'reconnect') && !limited);
  if (concernsAll)
    await inTenant(engine.database, actor, (tenant) =>
      result.ok ? recordSuccess(tenant, id) : recordFailure(tenant, connection, result.failure),
    );
  if (result.ok) return { id, name, connector, value: result.value };
  if (limited) throw refuse(409, 'limited', `${name} allows no further requests just now. Try again in a minute.`);
  throw refuse(409, 'does_not_work', `${name} did not list them: ${wordReason(result.failure.reason)}`);
}

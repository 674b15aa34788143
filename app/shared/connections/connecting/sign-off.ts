import type { Ask } from '../../../../connectors/apart/ask.ts';
import { consentSetting } from '../../../../connectors/settings.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import type { LeftThere } from '../../../base/left-there.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf, type Connection, misfitOf } from '../calls/session.ts';
import { isConsentedElsewhere } from '../identity/consented-shops.ts';
import { beginSignOff } from './kept-sign-off.ts';

/** `connection`: with the credentials as they were. `address`: of our webhook, null where the other side was never told one. */
export type Leaving = { engine: Engine; connection: Connection; userId: number | null; address: string | null; ask?: Ask };

/** `mayFollow`: it may succeed later. */
export type SignedOff = { left: LeftThere[]; mayFollow: boolean };

/**
 * Takes back at the other side of an ended connection what a person consented to, unless another account has the same, or our webhook
 * address. Whoever runs it a second time finds nothing left to do there.
 */
export async function signOff(leaving: Leaving): Promise<SignedOff> {
  const { revoke } = leaving.connection.connector;
  const left: LeftThere[] = [];
  let mayFollow = false;
  const missed = (what: 'consent' | 'webhook', { reason, isPassing }: Missed) => {
    left.push({ what, reason });
    mayFollow ||= isPassing;
  };
  if (leaving.connection.settings[consentSetting]) {
    // Looked at once this one has ended: of two that end at once, the last one takes it back.
    const isShared = await isConsentedElsewhere(leaving.engine.database, leaving.connection);
    const done = revoke && !isShared ? await takeBack(leaving, 'revoke') : { reason: null, isPassing: false };
    // Our webhooks ended with it.
    if (done === null) return { left, mayFollow };
    if (isShared) left.push({ what: 'shared', reason: null });
    else missed('consent', done);
  }
  const done = leaving.address === null ? null : await takeBack(leaving, 'unsubscribe', leaving.address);
  if (done) missed('webhook', done);
  return { left, mayFollow };
}

type Missed = Pick<LeftThere, 'reason'> & { isPassing: boolean };

/** Returns why it did not succeed. */
async function takeBack(leaving: Leaving, question: 'revoke' | 'unsubscribe', about?: string): Promise<Missed | null> {
  const { engine, connection, userId, ask } = leaving;
  const actor = { accountId: connection.accountId, userId };
  const { isAllowed, isAwaited } = await inTenant(engine.database, actor, async (tenant) => ({
    // A copy would take the original's webhook or consent away.
    isAllowed: await isOpen(tenant, connection.id),
    isAwaited: await beginSignOff(tenant, connection),
  }));
  // Connected again in the meantime, it needs what it has by now.
  if (!isAwaited) return null;
  if (!isAllowed) return { reason: because({ code: 'connection.nothing_sent' }), isPassing: true };
  const misfit = misfitOf(connection);
  // Nothing could be called with its settings.
  if (misfit) return { reason: misfit, isPassing: false };
  const result = await askOf(engine, connection, { userId, question, ...(about !== undefined && { about }), ...(ask && { ask }) });
  return !result || result.ok ? null : { reason: result.failure.reason, isPassing: result.failure.kind === 'retry' };
}

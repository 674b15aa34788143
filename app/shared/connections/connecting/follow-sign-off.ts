import { href } from 'react-router';
import { askHere } from '../../../../connectors/apart/ask-here.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import type { JobPayload } from '../../../base/job-queue.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { publish } from '../../../people/notifications/publish.ts';
import { endLeaving, enqueueSignOff, leavingOf } from './kept-sign-off.ts';
import { signOff } from './sign-off.ts';

/** Then a person has to do it. */
const mostTries = 10;
const pauseMinutes = 20;

/** Takes back what is left there by whoever was killed. People are told what cannot be taken back. */
export async function followSignOff(engine: Engine, job: JobPayload<'connections:sign-off'>): Promise<void> {
  const { accountId, connectionId, tries = 0 } = job;
  const kept = await withoutPerson(engine.database, accountId, (tenant) => leavingOf(tenant, engine.seal, connectionId));
  if (!kept) return;
  const { connection, address } = kept;
  const { left, mayFollow } = await signOff({ engine, connection, userId: null, address, ask: askHere });
  await withoutPerson(engine.database, accountId, async (tenant) => {
    if (mayFollow && tries < mostTries) return enqueueSignOff(tenant, { ...job, tries: tries + 1 }, pauseMinutes);
    if (!(await endLeaving(tenant, connection)) || left.length === 0) return;
    const sentence = { code: 'left_there', connection: connection.name, connector: connection.connector.label, left } as const;
    await publish(tenant, { kind: 'needs_reconnect', sentence, path: href('/settings/connectors') });
  });
}

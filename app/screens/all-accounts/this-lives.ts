import { writeAudit } from '../../../platform/audit.ts';
import { notifyEveryone } from '../../../platform/events.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { sayLives } from '../../base/installation/by-hand.ts';

/** A super admin says that this copy is the installation that lives: it is compared, and then sends. @throws Refusal 409 */
export async function decideThisLives(tenant: Tenant, who: string): Promise<void> {
  if (!(await sayLives(tenant, { code: 'lives', person: who })))
    throw refuse(409, 'nothing_to_decide', 'There is nothing left to decide: this installation is not waiting as a copy.');
  await writeAudit(tenant, {
    ...{ verb: 'decided about', noun: 'installation', record: { id: 1, name: '' } },
    ...{ from: { sends: 'nothing' }, to: { sends: 'when_compared' } },
  });
  notifyEveryone(tenant, 'connections');
}

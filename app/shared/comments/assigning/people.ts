import { invalid } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listPeople } from '../queries.ts';

/** The name of who is to look after records; null for nobody. @throws Invalid for who is not of the account */
export async function nameOfAssignee(tenant: Tenant, assignee: number | null): Promise<string | null> {
  if (assignee === null) return null;
  const person = (await listPeople(tenant)).find(({ id }) => id === assignee);
  if (!person) throw invalid({ assignee: ['This person is no longer in your team. Reload, and choose again.'] });
  return person.name;
}

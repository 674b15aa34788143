import type { Tenant } from '../../../platform/tenant.ts';
import { assignMember } from '../../people/team/commands.ts';
import { allDepartments } from '../../people/team/queries.ts';
import type { DemoAccount } from './people.ts';

/** Who of the demo is in which departments: they decide whose queue a ticket is in, and who is told of what. */
const departments: Record<string, readonly string[]> = {
  amira: ['Orders', 'Purchasing'],
  jonas: ['Orders', 'Inventory'],
  olive: ['Orders', 'Support'],
};

export async function assignDemoDepartments(tenant: Tenant, { people }: DemoAccount): Promise<void> {
  const existing = await allDepartments(tenant);
  const amira = people.get('amira@demo.crossdock')?.id ?? 0;
  for (const [name, named] of Object.entries(departments)) {
    const ids = existing.filter((each) => named.includes(each.name)).map(({ id }) => id);
    const userId = people.get(`${name}@demo.crossdock`)?.id ?? 0;
    await assignMember(tenant, { userId: amira, role: 'account_admin' }, { userId, departments: ids });
  }
}

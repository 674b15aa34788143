import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { distinctValues } from '../../../../platform/list/distinct.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Option } from '../../../ui/list/declaration.ts';
import type { Kind } from '../kinds.ts';

/** The locations that items of a kind name, in their order, at most so many. */
export function listLocations(tenant: Tenant, kind: Kind, most = 1_000): Promise<string[]> {
  const rows = sql`${sql.table(kind)} where ${inAccount(tenant)} and warehouse_location is not null`;
  return distinctValues(tenant, { column: sql`warehouse_location`, rows, most });
}

/** The locations of a kind, as choices of a filter. */
export const locationChoices = async (tenant: Tenant, kind: Kind): Promise<Option[]> =>
  (await listLocations(tenant, kind)).map((location) => ({ value: location, label: location }));

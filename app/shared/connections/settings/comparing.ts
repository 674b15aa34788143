import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isReadFor, wasReadFor } from '../streams/compared.ts';

/** How far the comparison of a connection is, after a restore. */
export type Compared = {
  /** A warehouse is compared when the channels were read; until then it is not begun. */
  warehouse: boolean;
  begun: boolean;
  read: number;
  of: number;
};

/** Of a connection `c`; null where it is not being compared. */
export const compared = (tenant: Tenant) => sql`(
  select json_build_object('warehouse', 'warehouse' = any(c.capabilities), 'begun', p.again_at is not null,
    'read', (select count(*) from streams s where ${inAccount(tenant, 's')} and s.connection_id = c.id and ${isReadFor} and ${wasReadFor}),
    'of', (select count(*) from streams s where ${inAccount(tenant, 's')} and s.connection_id = c.id and ${isReadFor}))
  from comparisons p where ${inAccount(tenant, 'p')} and p.connection_id = c.id and p.finished_at is null)`;

/** What such a connection waits for. One that is not called is compared later, and holds up no other. */
export function comparedInWords({ warehouse, begun, read, of }: Compared, isCalled: boolean): string {
  if (!isCalled) return 'Then it is compared with what Crossdock knows. Nothing is sent to it before that.';
  if (warehouse && !begun) return 'Sending has stopped: it is compared with what Crossdock knows when the channels have been read.';
  return `Sending has stopped: it is being compared with what Crossdock knows, ${streamsRead({ read, of })}.`;
}

export const streamsRead = ({ read, of }: Pick<Compared, 'read' | 'of'>): string =>
  `${read} of ${of} ${of === 1 ? 'stream' : 'streams'} read`;

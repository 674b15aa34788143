import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { RecordType } from './record.ts';

/** Whether this person looks after the record of this id, for the filters of lists: as few ids, which an index finds. */
export const isAssignedTo = (tenant: Tenant, type: RecordType, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${id} = any(array(select a.record_id from assignments a where ${inAccount(tenant, 'a')} and a.user_id = ${tenant.userId}
    and a.record_type = ${type}))`;

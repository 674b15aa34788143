import type { Tenant } from '../../../../../platform/tenant.ts';
import { enqueue } from '../../../../base/job-queue.ts';

/** Goes on with an import as a job. Those of an account run one after the other. */
export function enqueueImport(tenant: Tenant, importId: number): Promise<void> {
  const { accountId, userId } = tenant;
  return enqueue(tenant, 'imports:work', { userId, importId }, { key: `import:${accountId}:${importId}`, queue: `import:${accountId}` });
}

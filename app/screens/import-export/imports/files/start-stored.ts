import { isPassing } from '../../../../../platform/db.ts';
import type { Files, StoredBytes } from '../../../../../platform/files.ts';
import type { Tenant, Within } from '../../../../../platform/tenant.ts';
import type { Started } from '../commands.ts';

/** Starts an import of a table that was stored, and deletes its bytes where it joins one that is running, or does not start. */
export function startStored(inTenant: Within, files: Files, { key }: StoredBytes, start: (tenant: Tenant) => Promise<Started>) {
  return inTenant(async (tenant) => {
    const started = await start(tenant);
    if (started.joined) tenant.afterCommit.push(() => files.store.delete(key));
    return started;
  }).catch(async (error: unknown) => {
    // Where the connection was lost, it may be in a row all the same: then the strays decide.
    if (!isPassing(error)) await files.store.delete(key);
    throw error;
  });
}

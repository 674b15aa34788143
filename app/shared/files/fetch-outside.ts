import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { addFile, type Files } from '../../../platform/files.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import type { Engine } from '../../base/worker-context.ts';
import { type FetchedPicture, fetchPicture } from './fetch-picture.ts';
import { deleteImage } from './images.ts';
import { deleteUnseenPictures, digestOf, enqueueFetching } from './outside-pictures.ts';

/** After so long an account lets others have their pictures. */
const turnMs = 20_000;

/** Fetches what is due, what was shown last first, and deletes what is beyond the bound. */
export async function fetchOutside(engine: Engine, accountId: number, stop: AbortSignal): Promise<void> {
  const began = performance.now();
  for (;;) {
    const address = await withoutPerson(engine.database, accountId, nextDue);
    if (address === null) break;
    if (stop.aborted || performance.now() - began > turnMs) return withoutPerson(engine.database, accountId, enqueueFetching);
    const fetched = await fetchPicture(engine, accountId, address, { thumbnail: true });
    await withoutPerson(engine.database, accountId, (tenant) => settle(tenant, engine.files, address, fetched));
  }
  await withoutPerson(engine.database, accountId, (tenant) => deleteUnseenPictures(tenant, engine.files));
}

async function nextDue(tenant: Tenant): Promise<string | null> {
  const { rows } = await sql<Columns<'outside_pictures', 'address'>>`
    select address from outside_pictures where ${inAccount(tenant)} and fetched_at is null order by shown_at desc
      limit 1`.execute(tenant.db);
  return rows[0]?.address ?? null;
}

async function settle(tenant: Tenant, files: Files, address: string, fetched: FetchedPicture): Promise<void> {
  const digest = digestOf(address);
  const { rows } = await sql<Columns<'outside_pictures', 'file_id'>>`
    select file_id from outside_pictures where ${inAccount(tenant)} and digest = ${digest} for no key update`.execute(tenant.db);
  const [former] = rows;
  if (!former) return 'picture' in fetched ? files.store.delete(fetched.picture.key) : undefined;
  const file = 'picture' in fetched ? await addFile(tenant, { ...fetched.picture, name: 'picture' }) : null;
  await sql`
    update outside_pictures set file_id = ${file?.id ?? null},
      refused = ${'wrong' in fetched ? JSON.stringify(fetched.wrong) : null}, fetched_at = now()
    where ${inAccount(tenant)} and digest = ${digest}`.execute(tenant.db);
  await deleteImage(tenant, files, former.file_id);
  if (file) notify(tenant, 'outside_pictures', []);
}

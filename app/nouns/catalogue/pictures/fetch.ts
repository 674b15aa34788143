import { sql } from 'kysely';
import type { Reason } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { addFile } from '../../../../platform/files.ts';
import { Refusal } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type FetchedPicture, fetchPicture } from '../../../shared/files/fetch-picture.ts';
import { deleteImage } from '../../../shared/files/images.ts';
import { because } from '../../../shared/files/picture-problems.ts';
import { requireRoom } from '../../../shared/files/quota.ts';
import { type DuePicture, enqueuePictures, nextDue, pictureAddress } from './fetched-pictures.ts';

type Fetched = FetchedPicture | null;

/** After so long an account lets others have their pictures. */
const turnMs = 20_000;

/** Fetches the pictures of an account that are due, one after the other, and deletes those that are no longer named. */
export async function fetchPictures(engine: Engine, accountId: number, stop: AbortSignal): Promise<void> {
  const began = performance.now();
  for (;;) {
    const due = await withoutPerson(engine.database, accountId, nextDue);
    if (!due) return;
    if (stop.aborted || performance.now() - began > turnMs) return withoutPerson(engine.database, accountId, enqueuePictures);
    const fetched = due.address === null ? null : await fetchPicture(engine, accountId, due.address, { thumbnail: false });
    await withoutPerson(engine.database, accountId, (tenant) => settle(tenant, engine, due, fetched));
  }
}

/** Stores what became of it, in place of the former picture, unless another address was named since. */
async function settle(tenant: Tenant, { files }: Engine, due: DuePicture, fetched: Fetched): Promise<void> {
  const { accountId, db } = tenant;
  const { kind, id } = due;
  const { rows } = await sql<Columns<'products', 'fetched_image_id'>>`
    select fetched_image_id from ${sql.table(kind)}
    where ${inAccount({ accountId })} and id = ${id} and ${pictureAddress} is not distinct from ${due.address}
      for no key update`.execute(db);
  const [item] = rows;
  const kept = item ? await keep(tenant, due, fetched) : { imageId: null, wrong: null };
  if (kept.imageId === null && fetched && 'picture' in fetched) await files.store.delete(fetched.picture.key);
  if (!item) return;
  await sql`
    update ${sql.table(kind)} set fetched_address = ${due.address}, fetched_image_id = ${kept.imageId},
      fetch_refused = ${kept.wrong && JSON.stringify(kept.wrong)}, fetched_at = now()
    where ${inAccount({ accountId })} and id = ${id}`.execute(db);
  await deleteImage(tenant, files, item.fetched_image_id);
  notify(tenant, kind, [id]);
}

type Kept = { imageId: number | null; wrong: Reason | null };

async function keep(tenant: Tenant, { sku }: DuePicture, fetched: Fetched): Promise<Kept> {
  if (!fetched || 'wrong' in fetched) return { imageId: null, wrong: fetched?.wrong ?? null };
  try {
    await requireRoom(tenant, fetched.picture.bytes);
  } catch (error) {
    if (error instanceof Refusal) return { imageId: null, wrong: because({ code: 'picture.no_room' }) };
    throw error;
  }
  const { id } = await addFile(tenant, { ...fetched.picture, name: sku, uploaded: true });
  return { imageId: id, wrong: null };
}

import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { addFile } from '../../../../platform/files.ts';
import { Refusal } from '../../../../platform/http/refusal.ts';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type FetchedPicture, fetchPicture } from '../../../shared/files/fetch-picture.ts';
import { deleteImage } from '../../../shared/files/images.ts';
import { requireRoom } from '../../../shared/files/quota.ts';
import { type Kind, kinds } from '../kinds.ts';

/*
 * A picture that a person or an import named by address is fetched once, re-encoded and shown from here: its server never learns who
 * looks at it. `picture_address` is that address; the warehouse's own pictures are none of it.
 */

type Due = Columns<'products', 'id' | 'sku'> & { kind: Kind; address: string | null };
type Fetched = FetchedPicture | null;

const address = sql`picture_address(image_url, warehouse_values)`;
const isDue = sql`${address} is distinct from fetched_address`;

/** Why the picture that is named by an address is not shown, as a sentence; null where it is, or where none is named. */
export const pictureMissing = sql<string | null>`case
  when own_image_id is not null or ${address} is null then null
  when ${isDue} then 'Its picture is being fetched.'
  else 'Its picture is not shown. ' || fetch_refused || ' Enter another address, or upload the image; this one is tried again from time to time.' end`;

/** Has the pictures fetched that are due, if any are. */
export async function wantPictures(tenant: Tenant): Promise<void> {
  if (await nextDue(tenant)) await enqueuePictures(tenant);
}

// One queue for all accounts: servers that do not reply keep one worker's place busy at most.
const enqueuePictures = (tenant: Tenant) =>
  enqueue(tenant, 'items:pictures', {}, { key: `items:pictures:${tenant.accountId}`, queue: 'items:pictures' });

/** So many of each kind that were refused are tried again at a time. */
const mostRetries = 10;

/** Makes the pictures due again that were refused longest ago. */
export async function retryPictures({ accountId, db }: Tenant): Promise<void> {
  for (const kind of Object.keys(kinds) as Kind[])
    await sql`
      update ${sql.table(kind)} set fetched_address = null, fetch_refused = null where account_id = ${accountId} and id in (
        select id from ${sql.table(kind)} where account_id = ${accountId} and fetch_refused is not null order by fetched_at limit ${mostRetries})`.execute(
      db,
    );
}

/** After so long an account lets others have their pictures. */
const turnMs = 20_000;

/** Fetches the pictures of an account that are due, one after the other, and deletes those that are not named any more. */
export async function fetchPictures(engine: Engine, accountId: number, stop: AbortSignal): Promise<void> {
  const actor = { accountId, userId: null };
  const began = performance.now();
  for (;;) {
    const due = await inTenant(engine.database, actor, nextDue);
    if (!due) return;
    if (stop.aborted || performance.now() - began > turnMs) return inTenant(engine.database, actor, enqueuePictures);
    const fetched = due.address === null ? null : await fetchPicture(engine, accountId, due.address, { thumbnail: false });
    await inTenant(engine.database, actor, (tenant) => settle(tenant, engine, due, fetched));
  }
}

async function nextDue({ accountId, db }: Tenant): Promise<Due | undefined> {
  const of = (kind: Kind) => sql`
    (select ${kind} as kind, id, sku, ${address} as address from ${sql.table(kind)} where account_id = ${accountId} and ${isDue} order by id limit 1)`;
  const { rows } = await sql<Due>`${of('products')} union all ${of('raw_materials')} limit 1`.execute(db);
  return rows[0];
}

/** Stores what became of it, in place of the former picture, unless another address was named meanwhile. */
async function settle(tenant: Tenant, { files }: Engine, due: Due, fetched: Fetched): Promise<void> {
  const { accountId, db } = tenant;
  const { kind, id } = due;
  const { rows } = await sql<Columns<'products', 'fetched_image_id'>>`
    select fetched_image_id from ${sql.table(kind)}
    where account_id = ${accountId} and id = ${id} and ${address} is not distinct from ${due.address} for no key update`.execute(db);
  const [item] = rows;
  const kept = item ? await keep(tenant, due, fetched) : { imageId: null, wrong: null };
  if (kept.imageId === null && fetched && 'picture' in fetched) await files.store.delete(fetched.picture.key);
  if (!item) return;
  await sql`
    update ${sql.table(kind)} set fetched_address = ${due.address}, fetched_image_id = ${kept.imageId}, fetch_refused = ${kept.wrong}, fetched_at = now()
    where account_id = ${accountId} and id = ${id}`.execute(db);
  await deleteImage(tenant, files, item.fetched_image_id);
  notify(tenant, kind, [id]);
}

type Kept = { imageId: number | null; wrong: string | null };

async function keep(tenant: Tenant, { sku }: Due, fetched: Fetched): Promise<Kept> {
  if (!fetched || 'wrong' in fetched) return { imageId: null, wrong: fetched?.wrong ?? null };
  try {
    await requireRoom(tenant, fetched.picture.bytes);
  } catch (error) {
    if (error instanceof Refusal) return { imageId: null, wrong: error.message };
    throw error;
  }
  const { id } = await addFile(tenant, { ...fetched.picture, name: sku, uploaded: true });
  return { imageId: id, wrong: null };
}

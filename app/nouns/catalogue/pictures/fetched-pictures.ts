import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { codeOf } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { wordPictureProblem } from '../../../shared/files/picture-problems.ts';
import { type Kind, kinds } from '../kinds.ts';

/*
 * A picture that a person or an import named by address is fetched once, re-encoded and shown from here: its server never learns who
 * looks at it. `picture_address` is that address; the warehouse's own pictures are none of it.
 */

export type DuePicture = Columns<'products', 'id' | 'sku'> & { kind: Kind; address: string | null };

export const pictureAddress = sql`picture_address(image_url, warehouse_values)`;
const fetching = 'being_fetched';
const isDue = sql`${pictureAddress} is distinct from fetched_address`;

/** Why the picture that is named by an address is not shown; null where it is, or where none is named. `wordMissing` words it. */
export const pictureMissing = sql<unknown>`case
  when own_image_id is not null or ${pictureAddress} is null then null
  when ${isDue} then jsonb_build_object('code', ${sql.lit(fetching)})
  else fetch_refused end`;

export function wordMissing(reason: unknown): string | null {
  if (reason === null) return null;
  if (codeOf(reason) === fetching) return 'Its picture is being fetched.';
  return `Its picture is not shown. ${wordPictureProblem(reason)} Enter another address, or upload the image; this one is tried again from time to time.`;
}

/** Has the pictures fetched that are due, if any are. */
export async function wantPictures(tenant: Tenant): Promise<void> {
  if (await nextDue(tenant)) await enqueuePictures(tenant);
}

// One queue for all accounts: servers that do not reply keep one worker's place busy at most. Who waits keeps the place among the others.
export const enqueuePictures = (tenant: Tenant) =>
  enqueue(tenant, 'items:pictures', {}, { key: `items:pictures:${tenant.accountId}`, queue: 'items:pictures', keepsPlace: true });

/** So many of each kind that were refused are tried again at a time. */
const mostRetries = 10;

/** Makes the pictures due again that were refused longest ago. */
export async function retryPictures(tenant: Tenant): Promise<void> {
  for (const kind of Object.keys(kinds) as Kind[])
    await sql`
      update ${sql.table(kind)} set fetched_address = null, fetch_refused = null where ${inAccount(tenant)} and id in (
        select id from ${sql.table(kind)} where ${inAccount(tenant)} and fetch_refused is not null order by fetched_at
          limit ${mostRetries})`.execute(tenant.db);
}

/** The next picture of an account that is to be fetched. */
export async function nextDue(tenant: Tenant): Promise<DuePicture | undefined> {
  const of = (kind: Kind) => sql`
    (select ${kind} as kind, id, sku, ${pictureAddress} as address from ${sql.table(kind)} where ${inAccount(tenant)} and ${isDue}
      order by id limit 1)`;
  const { rows } = await sql<DuePicture>`${of('products')} union all ${of('raw_materials')} limit 1`.execute(tenant.db);
  return rows[0];
}

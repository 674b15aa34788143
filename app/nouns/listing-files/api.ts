import type { FastifyInstance } from 'fastify';
import type { Listing } from '../../../connectors/contract.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { filesIn } from '../../../platform/http/read-forms.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { connectionNamed } from '../../shared/connections/queries.ts';
import { importTexts } from '../../shared/imports/texts.ts';
import { recordAction } from '../../shared/runs/commands.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { largestListingFile, uploadListingsCall } from '../links/listings/listing-contract.ts';
import { storeListings } from '../links/listings/store.ts';
import { linkSameSkus } from '../links/saving/same-skus.ts';
import { type FiledListing, readListings } from './read.ts';

const limit = { largest: largestListingFile, tooLarge: 'This file is larger than 20 MB. Split it.' };

/** Takes the products of a channel that does not tell them from a file. */
export function listingFilesApi(app: FastifyInstance): void {
  route(app, uploadListingsCall, async ({ inTenant, params, query, request, reply }) => {
    const file = await fileOf(request);
    const read = await readListings(file, query.encoding);
    if ('refused' in read) {
      const { refused, ...because } = read;
      reply.code(refused);
      return { ...because, alertType: 'danger' };
    }
    const done = await inTenant(async (tenant) => {
      const { id, name } = await connectionNamed(tenant, params.name);
      const stored = await storeAll(tenant, id, read.listings);
      await writeAudit(tenant, {
        verb: 'changed',
        noun: 'connector products',
        record: { id, name },
        to: { from_a_file: read.listings.length },
      });
      await recordAction(tenant, { subject: { code: 'listing_file', connection: name }, record: { type: 'connection', id, label: name } });
      return stored;
    });
    const left = read.left === 0 ? '' : ` ${countedWords(read.left, 'row was', 'rows were')} left out: no SKU in it, or not readable.`;
    const same = read.listings.length - done;
    const unchanged = same === 0 ? '' : ` ${countedWords(same, 'was', 'were')} known already.`;
    return {
      message: `${countedWords(done, 'connector product was', 'connector products were')} imported.${unchanged}${left}`,
      alertType: 'success',
    };
  });
}

/** Rows that are stored together. */
const atOnce = 1_000;

/** Stores them some at a time: meanwhile others are served. Returns how many are new or changed. */
async function storeAll(tenant: Tenant, connectionId: number, listings: readonly FiledListing[]): Promise<number> {
  let stored = 0;
  for (let at = 0; at < listings.length; at += atOnce) {
    const some = listings.slice(at, at + atOnce);
    stored += (await storeListings(tenant, connectionId, some.map(asListing))).done;
    await linkSameSkus(
      tenant,
      some.map(({ sku }) => sku),
    );
  }
  return stored;
}

async function fileOf(request: Parameters<typeof filesIn>[0]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let isThere = false;
  for await (const content of filesIn(request, 'file', limit)) {
    isThere = true;
    for await (const chunk of content) chunks.push(chunk);
  }
  if (!isThere) throw invalid({ file: [importTexts.noFile] });
  return Buffer.concat(chunks);
}

const asListing = ({ sku, remoteId, name, upc, quantity, location, stockId, url }: FiledListing): Listing => ({
  ...{ sku, remoteId: remoteId ?? sku, name: name ?? sku, upc, imageUrl: null, url, raw: null },
  ...{ ...(quantity !== null && { quantity }), ...(location && { location }), ...(stockId && { stockId }) },
});

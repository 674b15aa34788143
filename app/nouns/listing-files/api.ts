import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../../platform/audit.ts';
import { filesIn } from '../../../platform/http/read-forms.ts';
import { invalid, refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import { inPieces } from '../../../platform/pieces.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { connectionNamed } from '../../shared/connections/queries.ts';
import { importTexts } from '../../shared/imports/texts.ts';
import { recordAction } from '../../shared/runs/commands.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { largestListingFile, uploadListingsCall } from '../links/listings/listing-contract.ts';
import { storeListings } from '../links/listings/store.ts';
import { linkSameSkus } from '../links/saving/same-skus.ts';
import { filledIn } from './filled-in.ts';
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
      const { id, name } = await ofFiles(tenant, params.name);
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

/** A connection whose products come from files. @throws Refusal 404; 409 where it tells them itself, under ids that a file may not have */
async function ofFiles(tenant: Tenant, slug: string): Promise<{ id: number; name: string }> {
  const connection = await connectionNamed(tenant, slug);
  if (connection.capabilities.includes('listings'))
    throw refuse(409, 'tells_products', `${connection.name} tells its products itself. Import them from there.`);
  return connection;
}

/** Rows that are stored together. */
const atOnce = 1_000;

/** Stores them some at a time: meanwhile others are served. Returns how many are new or changed. */
async function storeAll(tenant: Tenant, connectionId: number, filed: readonly FiledListing[]): Promise<number> {
  let stored = 0;
  for (const some of inPieces(filed, atOnce)) {
    const listings = await filledIn(tenant, connectionId, some);
    stored += (await storeListings(tenant, connectionId, listings, { idsCount: false })).done;
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

import type { FastifyInstance } from 'fastify';
import { checkNamedIds } from '../../../../platform/http/named-ids.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { type Call, readRoute, route } from '../../../../platform/http/route.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { connectionNamed, idOfSlug } from '../../../shared/connections/queries.ts';
import { runWaiter } from '../../../shared/runs/working/wait.ts';
import { visiblePages } from '../../../ui/list/pages/pages.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { checkedAgain } from '../../order-flow/checking/words.ts';
import { goesOnToSell, goesOnToSellMany } from '../../stock-out/panels/goes-on.ts';
import { listingOf, nowWaiting } from '../api.ts';
import { seenIn } from '../saving/as-seen.ts';
import { deleteListing, deleteListings } from '../saving/delete.ts';
import { startImport } from '../saving/import.ts';
import { linkProducts } from '../saving/link-products.ts';
import {
  deleteListingCall,
  deleteListingsCall,
  importFailed,
  importListingsCall,
  linkEqualListingsCall,
  listEqualListingsCall,
  listingsImpactCall,
  listListingsCall,
  stillImporting,
} from './listing-contract.ts';
import { findEqualListings, listingsImpact, listListings } from './listings.ts';

/** The calls of a connection's products page. */
export function listingsApi(app: FastifyInstance, parts: Services): void {
  readRoute(app, listListingsCall, async (tenant, { params, query }) => {
    const page = await listListings(tenant, { id: idOfSlug(tenant, params.name), slug: params.name }, query);
    if (page.data.length === 0 || query.connector_id !== undefined) await sameConnection(tenant, params.name, query.connector_id);
    return { connector_products: page, pagination_elements: visiblePages(page.current_page, page.last_page, query.pagination) };
  });
  importRoute(app, parts);
  readRoute(app, listingsImpactCall, async (tenant, { params }) => listingsImpact(tenant, (await connectionNamed(tenant, params.name)).id));
  route(app, deleteListingsCall, async ({ session, inTenant, params, query, body }) => {
    checkNamedIds(session, [query]);
    const deletion = await inTenant(async (tenant) => {
      const { id, name } = await sameConnection(tenant, params.name, query.connectorId ?? body?.connectorId);
      return deleteListings(tenant, { id, name });
    });
    const { deleted, stopped, sent, undo } = deletion;
    const sold = goesOnToSellMany('The channel', sent.length);
    return {
      message: `${countedWords(deleted, 'product was', 'products were')} deleted.${nowWaiting(stopped)} ${sold}`.trimEnd(),
      undo,
    };
  });
  route(app, deleteListingCall, async ({ inTenant, body }) => {
    const { connector_product: product } = body;
    const deletion = await inTenant(async (tenant) => deleteListing(tenant, { ...(await listingOf(tenant, product)), ...seenIn(product) }));
    const [sent] = deletion.sent;
    const sold = sent ? ` ${goesOnToSell('The channel', sent)}` : '';
    return { message: `The product was deleted.${nowWaiting(deletion.stopped)}${sold}`, alert_type: 'success', undo: deletion.undo };
  });
  equalRoutes(app);
}

function importRoute(app: FastifyInstance, parts: Services): void {
  const waitFor = runWaiter(app, parts);
  route(app, importListingsCall, async (call: Call<typeof importListingsCall>) => {
    const runId = await call.inTenant(async (tenant) => startImport(tenant, await connectionNamed(tenant, call.params.name)));
    const { state, done, sentence } = await waitFor(call, runId);
    if (state === 'running') throw refuse(504, 'still_importing', stillImporting);
    if (state !== 'done') throw refuse(500, 'import_failed', sentence ?? importFailed);
    const message =
      done === 0
        ? 'Connector products are up to date.'
        : `${countedWords(done, 'connector product was', 'connector products were')} imported.`;
    return { connectorProducts: { message, alertType: 'success' } };
  });
}

function equalRoutes(app: FastifyInstance): void {
  readRoute(app, listEqualListingsCall, async (tenant, { params }) =>
    findEqualListings(tenant, (await connectionNamed(tenant, params.name)).id),
  );
  route(app, linkEqualListingsCall, async ({ inTenant, params, body }) => {
    const { kept: _, ...result } = await inTenant(async (tenant) => {
      const { id: connectionId } = await connectionNamed(tenant, params.name);
      const seen = new Map(body.links.map((link) => [link.id, link.product_id]));
      const { data } = await findEqualListings(tenant, connectionId, [...seen.keys()]);
      const meant = data.filter(({ id, equal }) => seen.get(id) === equal.id);
      // What was a pack equals nothing.
      return linkProducts(
        tenant,
        meant.map(({ sku, equal }) => ({ connectionId, sku, productId: equal.id, units: 1 })),
      );
    });
    const left = body.links.length - result.linked;
    const others = left > 0 ? ` ${countedWords(left, 'was', 'were')} left out: linked by now, or no longer equal.` : '';
    return {
      ...result,
      message: `${countedWords(result.linked, 'product is', 'products are')} linked.${checkedAgain(result.waiting)}${others}`,
    };
  });
}

/** A request may name the connection by its id too: both must be the same. @throws Refusal 404 */
async function sameConnection(tenant: Tenant, slug: string, id: number | undefined) {
  const connection = await connectionNamed(tenant, slug);
  if (id !== undefined && id !== connection.id) throw refuse(404, 'not_found', 'This connection does not exist.');
  return connection;
}

import type { FastifyInstance } from 'fastify';
import { readRoute, route } from '../../../platform/http/route.ts';
import { changeView, deleteView, openListWith, saveView } from './commands.ts';
import { changeViewCall, deleteViewCall, listViewsCall, openListWithCall, readOpeningCall, saveViewCall } from './contract.ts';
import type { ViewedNouns } from './lists.ts';
import { listViews, readOpening } from './queries.ts';

export const viewsApi =
  (nouns: ViewedNouns) =>
  (app: FastifyInstance): void => {
    readRoute(app, listViewsCall, (tenant, { session, query }) => listViews(tenant, session, query));
    readRoute(app, readOpeningCall, (tenant, { session, params }) => readOpening(tenant, session, params.entity));
    route(app, saveViewCall, async ({ inTenant, session, body }) => {
      const view = await inTenant((tenant) => saveView(tenant, nouns, session, body));
      return { message: `Saved as “${view.name}”.`, view };
    });
    route(app, changeViewCall, async ({ inTenant, session, params, body }) => {
      const name = await inTenant((tenant) => changeView(tenant, nouns, session, params.id, body));
      return { message: `“${name}” was saved.` };
    });
    route(app, deleteViewCall, async ({ inTenant, session, params }) => {
      const name = await inTenant((tenant) => deleteView(tenant, session, params.id));
      return { message: `“${name}” was deleted.` };
    });
    route(app, openListWithCall, async ({ inTenant, session, params, body }) => {
      await inTenant((tenant) => openListWith(tenant, nouns, session, params.entity, body));
      return { message: 'Saved.' };
    });
  };

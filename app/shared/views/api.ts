import type { FastifyInstance } from 'fastify';
import { changeRoute, messageRoute, readRoute } from '../../../platform/http/route.ts';
import { changeView, deleteView, openListWith, saveView } from './commands.ts';
import { changeViewCall, deleteViewCall, listViewsCall, openListWithCall, readOpeningCall, saveViewCall } from './contract.ts';
import type { ViewedNouns } from './lists.ts';
import { listViews, readOpening } from './queries.ts';

export const viewsApi =
  (nouns: ViewedNouns) =>
  (app: FastifyInstance): void => {
    readRoute(app, listViewsCall, (tenant, { session, query }) => listViews(tenant, session, query));
    readRoute(app, readOpeningCall, (tenant, { session, params }) => readOpening(tenant, session, params.entity));
    changeRoute(app, saveViewCall, async (tenant, { session, body }) => {
      const view = await saveView(tenant, nouns, session, body);
      return { message: `Saved as “${view.name}”.`, view };
    });
    changeRoute(app, changeViewCall, async (tenant, { session, params, body }) => ({
      message: `“${await changeView(tenant, nouns, session, params.id, body)}” was saved.`,
    }));
    changeRoute(app, deleteViewCall, async (tenant, { session, params }) => ({
      message: `“${await deleteView(tenant, session, params.id)}” was deleted.`,
    }));
    messageRoute(app, openListWithCall, 'Saved.', (tenant, { session, params, body }) =>
      openListWith(tenant, nouns, session, params.entity, body),
    );
  };

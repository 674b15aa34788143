import type { FastifyInstance } from 'fastify';
import { readRoute, route } from '../../../platform/http/route.ts';
import { searchedNames } from '../../base/nouns.ts';
import { allHits } from '../../entities/hits.ts';
import { searchAllCall } from './contract.ts';
import { findIn, searchAll, shownAtMost } from './queries.ts';

export function searchApi(app: FastifyInstance): void {
  for (const name of searchedNames) {
    const { call } = allHits[name];
    if (!call) continue;
    route(app, call, async ({ session, reading, query, reply }) => {
      const { hits } = await reading((tenant) => findIn(tenant, session.role, name, query.q, shownAtMost));
      if (hits.length > 0) return hits;
      reply.code(204);
      return null;
    });
  }
  readRoute(app, searchAllCall, (tenant, { session, query }) => searchAll(tenant, session.role, query.q));
}

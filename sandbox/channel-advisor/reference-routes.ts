import type { FastifyInstance } from 'fastify';
import { distributionCenterType, profileType } from './entities.ts';
import { pageOf } from './odata/page.ts';
import { parseQuery } from './odata/query.ts';
import { distributionCenters } from './reference.ts';
import { type AccountOf, addressOf, queryOf } from './replies.ts';

export function referenceRoutes(app: FastifyInstance, accountOf: AccountOf) {
  app.get('/Profiles', { config: { operation: 'list_profiles' } }, (request) =>
    pageOf(accountOf(request).profiles, profileType, parseQuery(queryOf(request), profileType), addressOf(request)),
  );
  app.get('/DistributionCenters', { config: { operation: 'list_distribution_centers' } }, (request) =>
    pageOf(distributionCenters, distributionCenterType, parseQuery(queryOf(request), distributionCenterType), addressOf(request)),
  );
}

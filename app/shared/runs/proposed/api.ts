import type { FastifyInstance } from 'fastify';
import { changeRoute } from '../../../../platform/http/route.ts';
import type { NounName } from '../../../base/nouns.ts';
import type { BulkNoun } from '../bulk/noun.ts';
import { confirmRunCall, declineRunCall } from './contract.ts';
import { confirmRun, declineRun } from './decide.ts';

/** What a person decides about what an agent prepared. No key reaches it. */
export const proposedRunsApi =
  (nouns: Readonly<Record<NounName, { bulk: BulkNoun | null }>>) =>
  (app: FastifyInstance): void => {
    changeRoute(app, confirmRunCall, async (tenant, { session, params: { id } }) => ({
      message: await confirmRun(tenant, nouns, session, id),
    }));
    changeRoute(app, declineRunCall, async (tenant, { params: { id } }) => ({ message: await declineRun(tenant, id) }));
  };

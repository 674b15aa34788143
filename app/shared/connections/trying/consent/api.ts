import type { FastifyInstance } from 'fastify';
import { route } from '../../../../../platform/http/route.ts';
import type { Services } from '../../../../people/accounts/services.ts';
import { trial } from '../trial-turns.ts';
import { beginConsent } from './begin.ts';
import { beginConsentCall, finishConsentCall } from './contract.ts';
import { finishConsent } from './finish.ts';

/** A person's consent at the vendor: before they go there, and when they are back. */
export function consentApi(app: FastifyInstance, { engine }: Pick<Services, 'engine'>): void {
  route(app, beginConsentCall, ({ session, body, request }) => beginConsent(engine, { ...session, address: request.ip }, body));
  route(app, finishConsentCall, ({ session, params, body, request }) =>
    trial(session, () => finishConsent(engine, { ...session, address: request.ip }, params.connector, body.query)),
  );
}

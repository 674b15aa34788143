import { expect, onTestFinished, test } from 'vitest';
import { keptOfCode } from '../http/consent.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { openSession } from '../session.ts';
import { amazon } from './connector.ts';
import { startMarket } from './edge.ts';
import { consent } from './sign-in.ts';

const application = { id: 'amzn1.application-oa2-client.ours', secret: 'amzn1.oa2-cs.v1.ours', page: 'amzn1.sp.solution.ours' };
const redirect = 'https://crossdock.example.com/connections/consent/amazon';

test('the page of a region is asked by what Amazon calls the application there', () => {
  const parameters = { client_id: application.id, redirect_uri: redirect, state: 'the-state', code_challenge: 'x' };
  const page = new URL(consent.page({ settings: { api_origin: 'https://sellingpartnerapi-eu.amazon.com' }, application, parameters }));
  expect(page.origin + page.pathname).toBe('https://sellercentral-europe.amazon.com/apps/authorize/consent');
  expect(Object.fromEntries(page.searchParams)).toEqual({ application_id: application.page, redirect_uri: redirect, state: 'the-state' });
});

test('who comes back is the seller of the query, whose code is exchanged once by our application', async () => {
  const edge = await startMarket();
  onTestFinished(edge.stop);
  const query = new URLSearchParams({ spapi_oauth_code: 'the-code', selling_partner_id: 'A2QL5Z1EXAMPLE', state: 'the-state' });
  const code = query.get(consent.codeIn ?? '') ?? '';
  const settings = { api_origin: edge.origin, ...consent.settingsIn?.(query), consent: 'given' };
  const tokens = memoryTokens(keptOfCode({ code, redirect, verifier: 'unused' }));
  const context = { limitStore: memoryLimits(), tokens, application, sink: () => undefined, sandboxOrigin: edge.origin };
  expect(await amazon.identify(openSession(amazon, settings, context))).toMatchObject({
    ...{ ok: true, value: { keys: ['amazon:seller/A2QL5Z1EXAMPLE'] } },
  });
  const asked = edge.requests
    .filter(({ path }) => path === '/auth/o2/token')
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  expect(asked).toEqual([
    {
      ...{ grant_type: 'authorization_code', code: 'the-code', redirect_uri: redirect },
      ...{ client_id: application.id, client_secret: application.secret },
    },
  ]);
});

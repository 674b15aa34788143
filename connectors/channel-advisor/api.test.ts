import { expect, onTestFinished, test } from 'vitest';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { startEdge } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import { channelAdvisor } from './connector.ts';

test('a list whose pages lead on for ever is left', async () => {
  let origin = '';
  const edge = await startEdge(({ path }) =>
    path === '/oauth2/token'
      ? { json: { access_token: 'a token', expires_in: 3600 } }
      : { json: { value: [{ ID: 1, AccountName: 'A' }], '@odata.nextLink': `${origin}/v1/Profiles?$skip=1` } },
  );
  onTestFinished(edge.stop);
  origin = edge.origin;
  const settings = {
    ...{ application_id: 'an-application', shared_secret: 'a-shared-secret', refresh_token: 'a-refresh-token' },
    ...{ profile_id: '12000001', api_origin: origin },
  };
  const context = { limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: origin, sink: () => undefined };
  expect(await channelAdvisor.identify(openSession(channelAdvisor, settings, context))).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', reason: { code: 'too_much' } },
  });
  expect(edge.requests.filter(({ path }) => path === '/v1/Profiles')).toHaveLength(100);
});

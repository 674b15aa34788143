import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { advisorToken, visit } from '../test/visit.ts';

const days = 24 * 3_600_000;

async function seller() {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const visited = await visit({ clock });
  const { origin } = visited.sandbox;
  const status = async (token: string | undefined) => (await visited.channelAdvisor('/Profiles', { token: token ?? '' })).status;
  return { ...visited, clock, status, signIn: (secret?: string, refresh?: string) => advisorToken(origin, secret, refresh) };
}

test('a token opens the API for an hour', async () => {
  const { signIn, status, clock } = await seller();
  const signedIn = await signIn();
  expect(signedIn).toMatchObject({ status: 200, expires_in: 3600 });
  expect(await status(signedIn.access_token)).toBe(200);
  clock.advance(3_599_999);
  expect(await status(signedIn.access_token)).toBe(200);
  clock.advance(1);
  expect(await status(signedIn.access_token)).toBe(401);
  expect(await status('nonsense')).toBe(401);
});

test('wrong credentials are a bad request, as the documentation says', async () => {
  const { signIn } = await seller();
  expect(await signIn('another-secret')).toEqual({ status: 400, error: 'invalid_client' });
  expect(await signIn(undefined, 'another-token')).toEqual({ status: 400, error: 'invalid_grant' });
});

test('a refresh token dies when it is not used for three months, and lives while it is', async () => {
  const { signIn, clock } = await seller();
  clock.advance(80 * days);
  expect((await signIn()).status).toBe(200);
  clock.advance(80 * days);
  expect((await signIn()).status).toBe(200);
  clock.advance(90 * days);
  expect(await signIn()).toEqual({ status: 400, error: 'invalid_grant' });
});

test('tokens can be ended, with or without the grant', async () => {
  const { signIn, status, steer } = await seller();
  const { access_token } = await signIn();
  await steer('/channel_advisor/tokens/expire', { method: 'POST' });
  expect(await status(access_token)).toBe(401);
  expect((await signIn()).status).toBe(200);
  await steer('/channel_advisor/grant/revoke', { method: 'POST' });
  expect((await signIn()).status).toBe(400);
});

test('five requests run at once, and a sixth is refused', async () => {
  const { control, channelAdvisor, signIn } = await seller();
  const { access_token: token = '' } = await signIn();
  const fault = control.faults.add({ target: 'channel_advisor', operation: 'list_profiles', kind: 'slow', times: 5, ms: 60_000 });
  const slow = Array.from({ length: 5 }, () => channelAdvisor('/Profiles', { token }));
  await expect.poll(() => control.advisor().running.now).toBe(5);
  expect((await channelAdvisor('/DistributionCenters', { token })).status).toBe(429);
  control.faults.clear(fault.id);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await expect.poll(() => control.advisor().running).toMatchObject({ now: 0, peak: 5 });
  expect((await channelAdvisor('/DistributionCenters', { token })).status).toBe(200);
});

test('two thousand requests a minute, without a word of how many are left', async () => {
  const { control, channelAdvisor, signIn, clock } = await seller();
  control.set({ limits: { channelAdvisor: 2 } });
  const { access_token: token = '' } = await signIn();
  await channelAdvisor('/Profiles', { token });
  const last = await channelAdvisor('/Profiles', { token });
  const refused = await channelAdvisor('/Profiles', { token });
  expect([last.status, refused.status]).toEqual([200, 429]);
  for (const { headers } of [last, refused]) expect([headers.get('retry-after'), headers.get('x-rate-limit-limit')]).toEqual([null, null]);
  clock.advance(60_000);
  expect((await channelAdvisor('/Profiles', { token })).status).toBe(200);
});

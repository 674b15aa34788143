import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { consentSetting, credentialOf } from '../../../../connectors/settings.ts';
import { type Shop, type ShopEdge, shopOf, startShop } from '../../../../connectors/shopify/edge.ts';
import { inTenant, withoutPerson } from '../../../../platform/tenant.ts';
import { doneOrLockWait } from '../../../../test/lock-waits.ts';
import { runJobs } from '../../../../test/shop/engine.ts';
import { testWeb, testWebKey } from '../../../../test/web.ts';
import { wordNotification } from '../../../people/notifications/sentences.ts';
import { getConnection } from '../calls/session.ts';
import { tokenContext } from '../calls/tokens.ts';
import { disconnectImpact } from '../queries.ts';
import { connectBy } from '../trying/trying.ts';
import { connect, disconnectSigned } from './commands.ts';
import { disconnectAndUnsubscribe } from './disconnecting.ts';
import { beginSignOff, endLeaving, keepSignOff, leavingOf, requireSignedOff } from './kept-sign-off.ts';
import { signOff } from './sign-off.ts';

const own = testWeb();
const connector = connectorNamed('shopify');

/** A shop that is connected by a consent, or by an app of its own. */
async function shopOfAccount(changes: Partial<Shop> = {}, consented = true) {
  const edge = await startShop(shopOf(changes));
  onTestFinished(edge.stop);
  return connectedTo(edge, consented);
}

async function connectedTo(edge: ShopEdge, consented: boolean) {
  const { engine } = own.web.parts;
  Object.assign(engine, { sandboxOrigin: edge.origin, applications: { shopify: { id: 'i', secret: 'our secret' } } });
  const accountId = await own.account();
  const actor = { accountId, userId: null };
  const keys: Record<string, string> = consented
    ? { [consentSetting]: `consent of ${accountId}` }
    : { client_id: 'a'.repeat(32), client_secret: 'b'.repeat(32) };
  const settings = { shop: 'leeds-mugs.myshopify.com', api_address: edge.origin, ...keys };
  const { id, slug } = await inTenant(own.database, actor, (tenant) =>
    connect(tenant, engine.seal, { connector, name: 'Our shop', since: new Date(), settings, identity: identityAt(edge) }),
  );
  const key = credentialOf(connector, settings);
  await own.sql(`insert into connection_tokens (account_id, key, token, expires_at) values ($1, $2, $3, now() + interval '1 hour')`, [
    ...[accountId, key, engine.seal.seal('shpat_token_1', tokenContext(accountId, key))],
  ]);
  const leave = () => disconnectAndUnsubscribe(engine, actor, slug);
  const impact = () => inTenant(own.database, actor, (tenant) => disconnectImpact(tenant, id));
  const tokens = () => own.sql('select key from connection_tokens where account_id = $1', [accountId]);
  return { accountId, engine, slug, id, leave, impact, tokens, edge, asked: () => edge.asked().map(({ operation }) => operation) };
}

/** Each edge is a shop. */
const identityAt = ({ origin }: ShopEdge) => ({ name: 'Leeds Mugs', keys: [`shopify:shop/${new URL(origin).port}`] });

test('what a person consented to is taken back at the vendor, and then the tokens are deleted', async () => {
  const { leave, impact, tokens, asked } = await shopOfAccount();
  expect(await impact()).toMatchObject({ uninstalls: 'Shopify' });
  expect(await leave()).toEqual({ message: 'Our shop is disconnected.', left: null });
  expect([asked(), await tokens()]).toEqual([['Uninstall'], []]);
});

test('what the vendor does not take back is left to a person, and the tokens are deleted all the same', async () => {
  const refused = { appUninstall: { userErrors: [{ field: null, message: 'It cannot be uninstalled now.' }] } };
  const { leave, tokens } = await shopOfAccount({ replies: { Uninstall: () => refused } });
  const left = 'Shopify still lists Crossdock as allowed: It cannot be uninstalled now. Remove it in Shopify.';
  expect(await leave()).toEqual({ message: 'Our shop is disconnected.', left });
  expect(await tokens()).toEqual([]);
});

test('what another account has by the same consent stays as it is until the last of them leaves', async () => {
  const first = await shopOfAccount();
  const [second, theirs] = [await connectedTo(first.edge, true), await connectedTo(first.edge, false)];
  const left = 'Shopify still lists Crossdock as allowed: another account is connected to the same by it, and needs it.';
  expect(await first.leave()).toEqual({ message: 'Our shop is disconnected.', left });
  expect([first.asked(), await first.tokens()]).toEqual([[], []]);
  // An app of the shop’s own needs no consent to ours.
  expect(await second.leave()).toEqual({ message: 'Our shop is disconnected.', left: null });
  expect(first.asked()).toEqual(['Uninstall']);
  expect((await theirs.leave()).left).toBeNull();
});

test('an app of the shop’s own stays where it is', async () => {
  const { leave, impact, asked } = await shopOfAccount({}, false);
  expect(await impact()).toMatchObject({ uninstalls: null });
  await leave();
  expect(asked()).toEqual([]);
});

test('a copy takes nothing away from the original', async () => {
  const { leave, asked } = await shopOfAccount();
  await own.sql(`update installation set stopped = 'copy'`);
  onTestFinished(async () => void (await own.sql('update installation set stopped = null')));
  expect((await leave()).left).toContain('Nothing is sent from here at the moment. Remove it in Shopify.');
  expect(asked()).toEqual([]);
});

const script = join(import.meta.dirname, '../../../../test/shop/disconnecting-process.ts');
const signOffDue = `update graphile_worker._private_jobs set run_at = now() where key like 'sign-off:%'`;

/** The process that disconnects is killed once it has asked the vendor, which did nothing. */
async function killedOnItsWay() {
  const shop = await shopOfAccount();
  const { accountId, slug, edge } = shop;
  edge.fault('hang');
  const child = spawn(process.execPath, [script, String(accountId), slug, own.url, testWebKey, edge.origin], { stdio: 'inherit' });
  await expect.poll(() => edge.requests.length).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  edge.fault(null);
  const signsOff = async () => (await own.sql('select secrets, sign_off from connections where id = $1', [shop.id]))[0];
  const asked = edge.asked().length;
  const follow = async () => {
    await own.sql(signOffDue);
    await runJobs(own, shop.engine);
    return edge
      .asked()
      .slice(asked)
      .map(({ operation }) => operation);
  };
  return { ...shop, signsOff, follow };
}

test('of a process that is killed before the vendor has taken the consent back, a job does the rest, once', async () => {
  const { tokens, signsOff, follow } = await killedOnItsWay();
  expect(await signsOff()).toEqual({ secrets: null, sign_off: expect.any(String) });
  expect(await tokens()).toHaveLength(1);
  expect(await follow()).toEqual(['Uninstall']);
  expect([await tokens(), await signsOff()]).toEqual([[], { secrets: null, sign_off: null }]);
  expect(await follow()).toEqual(['Uninstall']);
});

test('people are told of what the job cannot take back', async () => {
  const { accountId, edge, id, follow } = await killedOnItsWay();
  const person = await own.person(accountId, 'admin');
  edge.fault('forbidden');
  await follow();
  const [told] = await own.sql<{ sentence: never }>('select sentence from notifications where account_id = $1 and user_id = $2', [
    ...[accountId, person.userId],
  ]);
  expect(told && wordNotification(told.sentence)).toMatch(
    /^Our shop was disconnected\. Shopify still lists Crossdock as allowed: .* Remove it in Shopify\.$/,
  );
  expect(await own.sql('select sign_off from connections where id = $1', [id])).toEqual([{ sign_off: null }]);
});

/** Connected again by another consent, which was known to be good at `identifiedSince`. */
function consentAgain(
  { accountId, engine, edge }: Awaited<ReturnType<typeof shopOfAccount>>,
  consent: string,
  identifiedSince = new Date(),
) {
  const settings = { shop: 'leeds-mugs.myshopify.com', api_address: edge.origin, [consentSetting]: consent };
  const named = { connector, name: 'Our shop', since: new Date(), settings, identity: identityAt(edge), identifiedSince };
  return withoutPerson(own.database, accountId, (tenant) => connect(tenant, engine.seal, named));
}

/** Whoever was killed on the way is not waited for any longer. */
const giveUp = (id: number) => own.sql(`update connections set signing_off_at = now() - interval '4 minutes' where id = $1`, [id]);
const isRefused = expect.objectContaining({ code: 'being_signed_off' });

test('a shop that is connected again by then keeps its new consent', async () => {
  const shop = await killedOnItsWay();
  await giveUp(shop.id);
  expect([(await consentAgain(shop, 'another consent')).id, await shop.signsOff()]).toMatchObject([shop.id, { sign_off: null }]);
  expect(await shop.follow()).not.toContain('Uninstall');
});

test('a consent that is given while the former one is being taken back is refused, and good once that has ended', async () => {
  const changes: Partial<Shop> = { replies: {} };
  const shop = await shopOfAccount(changes);
  let again: Promise<unknown> = Promise.resolve();
  const before = new Date();
  Object.assign(changes.replies ?? {}, {
    Uninstall: () => {
      again = consentAgain(shop, 'too early', before).catch((error: unknown) => error);
      return undefined;
    },
  });
  expect(await shop.leave()).toMatchObject({ left: null });
  expect(await again).toEqual(isRefused);
  // What was known to be good before the former one had ended may be gone by now.
  expect(await consentAgain(shop, 'too early', before).catch((error: unknown) => error)).toEqual(isRefused);
  expect(await consentAgain(shop, 'in time', new Date(Date.now() + 1_000))).toMatchObject({ id: shop.id });
  expect(shop.asked()).toEqual(['Uninstall']);
});

test('whether a consent may be gone is asked of one clock: that of the web process counts for nothing', async () => {
  const shop = await shopOfAccount();
  const { engine, accountId, edge, id } = shop;
  await shop.leave();
  const settings = { shop: 'leeds-mugs.myshopify.com', api_address: edge.origin, [consentSetting]: 'a newer consent' };
  const key = credentialOf(connector, settings);
  await own.sql(`insert into connection_tokens (account_id, key, token, expires_at) values ($1, $2, $3, now() + interval '3 hours')`, [
    ...[accountId, key, engine.seal.seal('shpat_token_1', tokenContext(accountId, key))],
  ]);
  // As the shop of the edge says whose it is.
  await own.sql(`update connections set signed_off_at = now() + interval '10 minutes', past_identities = $2 where id = $1`, [
    ...[id, ['shopify:shop/548380009']],
  ]);
  const ahead = { ...engine, now: () => new Date(Date.now() + 3_600_000) };
  const again = connectBy(ahead, { accountId, userId: null }, connector, { settings, name: 'Our shop' });
  await expect(again).rejects.toMatchObject({ code: 'being_signed_off' });
});

test('nobody begins to take a consent back while its shop is being connected by a newer one', async () => {
  const shop = await killedOnItsWay();
  const { engine, accountId, id } = shop;
  const actor = { accountId, userId: null };
  await giveUp(id);
  const former = await inTenant(own.database, actor, (tenant) => leavingOf(tenant, engine.seal, id));
  const { connection } = former ?? expect.unreachable();
  let begins: Promise<boolean> | undefined;
  await inTenant(own.database, actor, async (tenant) => {
    await requireSignedOff(tenant, id, connector, new Date());
    begins ??= inTenant(own.database, actor, (other) => beginSignOff(other, connection));
    await doneOrLockWait(own, begins);
    await tenant.db.updateTable('connections').set({ sign_off: null }).where('account_id', '=', accountId).where('id', '=', id).execute();
  });
  expect(await begins).toBe(false);
});

test('what was killed while it took a consent back keeps others waiting for some minutes alone', async () => {
  const shop = await killedOnItsWay();
  expect(await consentAgain(shop, 'too early').catch((error: unknown) => error)).toEqual(isRefused);
  await giveUp(shop.id);
  expect(await consentAgain(shop, 'in time')).toMatchObject({ id: shop.id });
});

test('a sign-off takes back the consent that it was kept for, and no later one of the same shop', async () => {
  const shop = await killedOnItsWay();
  const { engine, accountId, id } = shop;
  const actor = { accountId, userId: null };
  const former = await inTenant(own.database, actor, (tenant) => leavingOf(tenant, engine.seal, id));
  const { connection, address } = former ?? expect.unreachable();
  await giveUp(id);
  await consentAgain(shop, 'another consent');
  await inTenant(own.database, actor, async (tenant) => {
    const newer = (await getConnection(tenant, engine.seal, id)) ?? expect.unreachable();
    await disconnectSigned(tenant, id);
    await keepSignOff(tenant, engine.seal, newer, null);
  });
  const asked = shop.edge.requests.length;
  expect(await signOff({ engine, connection, userId: null, address })).toEqual({ left: [], mayFollow: false });
  expect(await inTenant(own.database, actor, (tenant) => endLeaving(tenant, connection))).toBe(false);
  expect([await shop.signsOff(), shop.edge.requests.length]).toMatchObject([{ sign_off: expect.any(String) }, asked]);
});

import { expect, onTestFinished, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { consentSetting, credentialOf } from '../../../../connectors/settings.ts';
import { type Shop, type ShopEdge, shopOf, startShop } from '../../../../connectors/shopify/edge.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { testWeb } from '../../../../test/web.ts';
import { tokenContext } from '../calls/tokens.ts';
import { disconnectImpact } from '../queries.ts';
import { connect } from './commands.ts';
import { disconnectAndUnsubscribe } from './disconnecting.ts';

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
  return { leave, impact, tokens, edge, asked: () => edge.asked().map(({ operation }) => operation) };
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

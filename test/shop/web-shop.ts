import { afterAll, beforeAll } from 'vitest';
import { connect } from '../../app/shared/connections/connecting/commands.ts';
import { demoSecrets } from '../../app/shared/connections/settings/demo-secrets.ts';
import { connectorNamed } from '../../connectors/index.ts';
import { inTenant } from '../../platform/tenant.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import type { Person, TestWeb } from '../web.ts';

export type WebShop = {
  readonly sandbox: Sandbox;
  /** An account admin, whose account has ShipStation, ChannelAdvisor and an Amware warehouse with the sandbox's methods and buildings. */
  readonly admin: Person;
  /** Who may look, and not change. */
  readonly user: Person;
  /** Of another account, which has no connections. */
  readonly stranger: Person;
  /** The connections' ids by slug. */
  readonly ids: Map<string, number>;
};

/** An account behind the web process of this test file, connected to a sandbox that it can call. No worker reads anything. */
export function webShop(own: TestWeb): WebShop {
  let shop: WebShop | undefined;
  beforeAll(async () => {
    const sandbox = await startSandbox({ catalogue: 'empty', pace: 'manual', limits: { shipStation: null, amware: null } });
    const { engine } = own.web.parts;
    Object.assign(engine, { sandboxOrigin: sandbox.origin });
    const accountId = await own.account();
    const admin = await own.person(accountId, 'account_admin');
    const ids = new Map<string, number>();
    for (const [name, settings] of Object.entries(settingsAt(sandbox.origin))) {
      const form = { connector: connectorNamed(name), name: connectorNamed(name).label, since: new Date('2020-01-01'), settings };
      const { id, slug } = await inTenant(own.database, admin, (tenant) => connect(tenant, engine.seal, form));
      ids.set(slug, id);
    }
    await addReference(own, accountId, ids.get('amware') ?? 0);
    const user = await own.person(accountId, 'user');
    shop = { sandbox, admin, user, stranger: await own.person(await own.account('Other'), 'account_admin'), ids };
  });
  afterAll(() => shop?.sandbox.stop());
  const ready = () => {
    if (!shop) throw new Error('The shop exists inside tests and hooks only.');
    return shop;
  };
  return {
    get sandbox() {
      return ready().sandbox;
    },
    get admin() {
      return ready().admin;
    },
    get user() {
      return ready().user;
    },
    get stranger() {
      return ready().stranger;
    },
    get ids() {
      return ready().ids;
    },
  };
}

const settingsAt = (origin: string) => ({
  channel_advisor: { ...demoSecrets.channel_advisor, profile_id: '12000001', api_origin: `${origin}/channel-advisor` },
  amware: { api_key: 'demo-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' },
  ship_station: { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${origin}/ship-station` },
});

/** The methods and buildings of the account's warehouse. */
export async function addReference({ sql }: TestWeb, accountId: number, warehouseId: number): Promise<void> {
  await sql(
    `insert into shipping_methods (account_id, connection_id, code, name, carrier)
     values ($1, $2, 'UPSGR', 'Ground', 'UPS'), ($1, $2, 'UPS2D', '2nd Day Air', 'UPS'), ($1, $2, 'RM24', 'Royal Mail Tracked 24', 'Royal Mail')`,
    [accountId, warehouseId],
  );
  await sql(`insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'ATL', 'Atlanta'), ($1, $2, 'RNO', 'Reno')`, [
    accountId,
    warehouseId,
  ]);
}

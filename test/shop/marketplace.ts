import { connect } from '../../app/shared/connections/connecting/commands.ts';
import { demoSecrets } from '../../app/shared/connections/settings/demo-secrets.ts';
import { connectorNamed } from '../../connectors/index.ts';
import type { Shop } from '../build.ts';

/** Connects ChannelAdvisor, in the shop's sandbox, as another channel. Returns its id. */
export async function connectMarketplace({ own, accountId, engine, sandbox, inTenant }: Shop): Promise<number> {
  const settings = { ...demoSecrets.channel_advisor, profile_id: '12000001', api_origin: `${sandbox.origin}/channel-advisor` };
  const since = new Date('2020-01-01T00:00:00Z');
  const { id } = await inTenant((tenant) =>
    connect(tenant, engine.seal, { connector: connectorNamed('channel_advisor'), name: 'Marketplace', since, settings }),
  );
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'UPS GROUND', 'UPSGR')`,
    [accountId, id],
  );
  return id;
}

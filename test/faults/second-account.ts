import { demoClients, demoCompanies } from '../../sandbox/config.ts';
import type { NetsuiteCompany } from '../../sandbox/netsuite/account.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { amware } from './warehouses/amware.ts';
import type { Warehouse } from './warehouses/warehouse.ts';

/** Beside the company that every sandbox has. */
export const companies: NetsuiteCompany[] = [...demoCompanies, { ...(demoCompanies[0] as NetsuiteCompany), accountId: 'tstdrv2' }];

const [client, company] = [demoClients[1]?.apiKey, companies[1]?.accountId];

/** The same sandbox, where the second account of each stand-in is the one that is meant. It ends with the first. */
export function secondOf(sandbox: Sandbox): Sandbox {
  const { control } = sandbox;
  const seller = control.state().shipStation[1]?.key;
  return {
    ...sandbox,
    stop: async () => undefined,
    control: {
      ...control,
      seller: (key = seller) => control.seller(key),
      client: (key = client) => control.client(key),
      company: (id = company) => control.company(id),
      listen: (hook) => control.listen({ ...hook, account: hook.target === 'amware' ? client : seller }),
      state() {
        const { shipStation, amware, netsuite, ...others } = control.state();
        return { ...others, shipStation: shipStation.slice(1), amware: amware.slice(1), netsuite: netsuite.slice(1) };
      },
    },
  };
}

export const secondWarehouse: Warehouse = { ...amware, settings: (origin) => ({ ...amware.settings(origin), api_key: client ?? '' }) };

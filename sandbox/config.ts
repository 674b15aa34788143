import type { WarehouseClient } from './amware/account.ts';
import type { DeliveryKind } from './amware/deliveries.ts';
import { type CancelWins, type Pace, type PaceName, paces } from './amware/pace.ts';
import type { AdvisorApplication } from './channel-advisor/account.ts';
import type { Clock } from './clock.ts';
import type { KitName } from './kit/names.ts';
import type { NetsuiteCompany } from './netsuite/account.ts';
import type { Seller } from './ship-station/account.ts';

/** Requests a minute for each key, of NetSuite requests at once for each account; null lifts the limit. */
export type Limits = { shipStation: number | null; channelAdvisor: number | null; amware: number | null; netsuite: number | null } & {
  /** Of stand-ins that the kit makes: in place of the one that they declare. */
  [name in KitName]?: number | null;
};

export type SandboxOptions = {
  /** 0, the default, takes a free port. */
  port?: number;
  /** The folder of the journal; without it all data is lost when the sandbox stops. */
  dataDir?: string;
  clock?: Clock;
  limits?: Partial<Limits>;
  /** `instant` by default. */
  pace?: PaceName | Pace;
  /** How long a stand-in takes to reply. */
  latencyMs?: number;
  cancelWins?: CancelWins;
  /** `exactly` by default. */
  deliveries?: DeliveryKind;
  /** `sample`: the warehouse knows the goods of the shipped sales file. `empty`: none. */
  catalogue?: 'sample' | 'empty';
  /** How many of the sample's goods the warehouse knows; all by default. */
  goods?: number;
  sellers?: Seller[];
  advisors?: AdvisorApplication[];
  clients?: WarehouseClient[];
  companies?: NetsuiteCompany[];
};

/** What can be changed while the sandbox runs. */
export type Live = { limits: Limits; pace: Pace; latencyMs: number; cancelWins: CancelWins; deliveries: DeliveryKind };

export const realLimits: Limits = { shipStation: 40, channelAdvisor: 2000, amware: 6000, netsuite: 5 };

export const demoSellers: Seller[] = [
  { key: 'demo-key', secret: 'demo-secret' },
  {
    key: 'second-key',
    secret: 'second-secret',
    stores: [{ storeId: 320_001, storeName: 'Second store', marketplaceName: 'Manual Orders' }],
  },
];

export const demoAdvisors: AdvisorApplication[] = [
  {
    ...{ applicationId: 'demo-application', sharedSecret: 'demo-shared-secret', refreshToken: 'demo-refresh-token' },
    // One grant opens both; a connection reads one of them.
    profiles: [
      { ID: 12_000_001, AccountName: 'Demo Gifts US', CurrencyCode: 'USD' },
      { ID: 12_000_002, AccountName: 'Demo Gifts Outlet', CurrencyCode: 'USD' },
    ],
  },
  {
    ...{ applicationId: 'second-application', sharedSecret: 'second-shared-secret', refreshToken: 'second-refresh-token' },
    profiles: [{ ID: 12_000_003, AccountName: 'Second Store', CurrencyCode: 'GBP' }],
  },
];

export const demoClients: WarehouseClient[] = [
  { apiKey: 'demo-amware-key', id: 'demo', name: 'Demo Gifts' },
  { apiKey: 'second-amware-key', id: 'second', name: 'Second Store' },
];

const demoPrivateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOruSKvJxO8JBlesA
aLWyJnsHzmWHWoduGF8CHifKcQuhRANCAAS5I+wVSsAe4i1aHqshMym766L4pX41
C9SJdXyhZpWXOHl31rK3KSuWXbSjFLCc79Lelcl+++vsTETkFsKzpBK+
-----END PRIVATE KEY-----`;

export const demoCompanies: NetsuiteCompany[] = [
  { accountId: 'tstdrv1', zone: 'America/New_York', dateMask: 'MM/DD/YYYY', privateKey: demoPrivateKey },
];

export function liveOf({ limits, pace = 'instant', latencyMs = 0, cancelWins = 'by_order', deliveries = 'exactly' }: SandboxOptions): Live {
  const waits = typeof pace === 'string' ? paces[pace] : pace;
  return { limits: { ...realLimits, ...limits }, pace: waits, latencyMs, cancelWins, deliveries };
}

/** `SANDBOX_PORT`, `SANDBOX_DATA`, `SANDBOX_PACE` (demo, instant, manual), `SANDBOX_LIMIT` (a number or `none`), `SANDBOX_LATENCY_MS`. */
export function optionsOf(environment: Record<string, string | undefined>): SandboxOptions {
  const { SANDBOX_PORT = '0', SANDBOX_DATA, SANDBOX_PACE = 'demo', SANDBOX_LIMIT = '40', SANDBOX_LATENCY_MS = '0' } = environment;
  if (!(SANDBOX_PACE in paces)) throw new Error(`SANDBOX_PACE is ${Object.keys(paces).join(', ')}; not ${SANDBOX_PACE}.`);
  const limits =
    SANDBOX_LIMIT === 'none'
      ? { shipStation: null, channelAdvisor: null, amware: null }
      : { shipStation: numberOf('SANDBOX_LIMIT', SANDBOX_LIMIT) };
  return {
    port: numberOf('SANDBOX_PORT', SANDBOX_PORT),
    latencyMs: numberOf('SANDBOX_LATENCY_MS', SANDBOX_LATENCY_MS),
    pace: SANDBOX_PACE as PaceName,
    // To watch: over, under, wrong, in pieces and never, by turns.
    deliveries: SANDBOX_PACE === 'demo' ? 'mixed' : 'exactly',
    limits,
    ...(SANDBOX_DATA ? { dataDir: SANDBOX_DATA } : {}),
  };
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`${name} is a whole number; not ${text}.`);
  return number;
}

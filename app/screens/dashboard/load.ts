import type { Tenant } from '../../../platform/tenant.ts';
import { countPurchaseTabs } from '../../nouns/purchase-orders/list/queries.ts';
import { sells, ships } from '../../shared/connections/connection.ts';
import type { Connection } from '../../shared/connections/contract.ts';
import { readFlows, sumFlows } from '../../shared/connections/home/flow.ts';
import { withFlow } from '../../shared/connections/home/with-flow.ts';
import { listConnections } from '../../shared/connections/queries.ts';
import { listCauses } from '../../shared/issues/queries.ts';
import { withLists } from './causes/with-lists.ts';
import { flowStages } from './flow/flow-stages.ts';
import { headlineOf } from './flow/headline.ts';
import { purchaseFigures } from './flow/purchase-figures.ts';
import type { Days } from './graphs/days.ts';
import { packingByAge, shownCounts } from './graphs/history.ts';
import { countByStatus, flowToday } from './queries.ts';
import { countLowStock } from './stock/stock.ts';
import { stockFigures } from './stock/stock-figures.ts';

/** What Home shows, worded and drawn: the browser gets no code for it. The reads travel together. */
export async function loadHome(tenant: Tenant, { days, zone }: { days: Days; zone: string }) {
  const [counters, ageing, causes, connections, counts, today, hours, stock, purchases] = await Promise.all([
    shownCounts(tenant, days),
    packingByAge(tenant),
    listCauses(tenant),
    listConnections(tenant),
    countByStatus(tenant),
    flowToday(tenant),
    readFlows(tenant),
    countLowStock(tenant),
    countPurchaseTabs(tenant),
  ]);
  const missing = sides.flatMap(([side, is]) => (connections.some(is) ? [] : [side]));
  const trouble = connections.filter(({ health }) => unwell.has(health)).map(({ name }) => name);
  return {
    days,
    zone,
    first: { counters, ageing },
    missing,
    headline: headlineOf({ stopped: counts.error, issues: causes.total, today: today.arrived, missing, trouble }),
    groups: withLists(causes.groups),
    flow: flowStages(counts, today, sumFlows(hours.values()), connections),
    stock: stockFigures(stock),
    purchases: purchaseFigures(purchases),
    connections: connections.map((connection) => withFlow(shownOf(connection), hours)),
  };
}

const sides = [
  ['channel', sells],
  ['warehouse', ships],
] as const;
const unwell = new Set(['troubled', 'blocked', 'paused', 'needs_reconnect']);

/** Its streams and settings are on its own page. */
const shownOf = ({ streams: _, settings: __, forbidden: ___, ...shown }: Connection) => shown;

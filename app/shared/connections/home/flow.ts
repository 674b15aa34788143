import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

const kinds = ['arrived', 'accepted', 'shipped', 'confirmed'] as const;
/** How many orders passed each step in the last day: a number for each of the last 24 hours, the current one last. */
export type ChannelFlow = Record<(typeof kinds)[number], number[]>;

const hours = 24;
const none = (): number[] => Array(hours).fill(0);
const noFlow = (): ChannelFlow => ({ arrived: none(), accepted: none(), shipped: none(), confirmed: none() });

/** What flowed through one channel. */
export const readChannelFlow = async (tenant: Tenant, connectionId: number): Promise<ChannelFlow> =>
  (await read(tenant, sql`c.id = ${connectionId}`)).get(connectionId) ?? noFlow();

/** What flowed through each connected channel, by its id; one through which nothing did is left out. */
export const readFlows = (tenant: Tenant): Promise<Map<number, ChannelFlow>> => read(tenant, sql`c.disconnected_at is null`);

/** The flow of several channels together. */
export function sumFlows(flows: Iterable<ChannelFlow>): ChannelFlow {
  const sum = noFlow();
  for (const flow of flows) for (const kind of kinds) sum[kind] = sum[kind].map((n, place) => n + (flow[kind][place] ?? 0));
  return sum;
}

/** From the tallies of the flow, of which a channel has at most a few rows an hour. */
async function read(tenant: Tenant, which: RawBuilder<unknown>): Promise<Map<number, ChannelFlow>> {
  const rows = await readPrepared(
    tenant,
    sql<Columns<'connections', 'id'> & { kind: keyof ChannelFlow; ago: Record<string, number> }>`
    select id, kind, json_object_agg(ago, n) as ago from (
      select c.id, t.kind, (extract(epoch from date_trunc('hour', now(), 'UTC') - t.hour) / 3600)::int as ago, sum(t.n)::int as n
      from connections c join flow_tallies t on ${inAccount(tenant, 't')} and t.connection_id = c.id
        and t.hour > date_trunc('hour', now(), 'UTC') - make_interval(hours => ${sql.lit(hours)})
      where ${inAccount(tenant, 'c')} and ${which} group by 1, 2, 3
    ) as counted group by 1, 2`,
  );
  const flows = new Map<number, ChannelFlow>();
  for (const { id, kind, ago } of rows)
    flows.set(id, { ...(flows.get(id) ?? noFlow()), [kind]: none().map((n, place) => ago[hours - 1 - place] ?? n) });
  return flows;
}

import type { SandboxState } from '../../../sandbox/control/state.ts';
import type { Product } from '../product.ts';
import type { Parcel } from '../warehouses/warehouse.ts';

/** What does not agree, a sentence each. */
export type Verdict = { lost: string[]; doubled: string[]; false: string[] };

/** An order as Crossdock has it. */
export type Ours = {
  number: string;
  remote_id: string;
  order_number: string;
  status: string;
  in_amware: number;
  units_ordered: number;
  units_shipped: number;
  source_state: string;
  ended_by: string | null;
  is_gone: boolean;
  issues: string[];
  /** What is to be sent of it, or was not sent, with the reason. */
  effects: string[];
  lines: { reference: string; quantity: number; shipped: number; is_charge: boolean }[];
  tracking: string[];
};
export type Theirs = SandboxState['shipStation'][0]['orders'][0];
/** An order on all three sides. The channel may no longer have it. */
export type Stored = { ours: Ours; theirs: Theirs | undefined; parcels: Parcel[] };

/** How an order stands with us, for whoever reads that it does not agree. */
export const standing = ({ status, ended_by, issues, effects }: Ours): string =>
  [`${status}${ended_by ? ` (${ended_by})` : ''}`, ...issues, ...effects].join(', ');

/** All that was ordered has left. */
export const isComplete = ({ lines }: Ours, all: Parcel[]): boolean =>
  lines.every((line) => line.is_charge || (line.shipped === line.quantity && unitsOf(all, line.reference) === line.quantity));

export function unitsOf(parcels: Parcel[], reference: string): number {
  const lines = parcels.flatMap(({ lines }) => lines).filter(({ line_reference }) => line_reference === reference);
  return lines.reduce((sum, { shipped }) => sum + shipped, 0);
}

export function readOurs({ read, seller }: Product, remoteIds: string[]): Promise<Ours[]> {
  return read<Ours>(
    `select o.source_order_number as number, o.remote_id, o.order_number, o.order_status as status, o.in_amware, o.units_ordered, o.units_shipped, o.source_state, o.ended_by,
      o.gone_at is not null as is_gone,
      (select json_agg(json_build_object('reference', line_reference((select c.reference_key from connections c where c.account_id = $1 and c.id = o.connection_id), o.remote_id, l.remote_line_id), 'quantity', l.quantity, 'shipped', l.quantity_shipped, 'is_charge', l.is_charge))
        from order_lines l where l.account_id = $1 and l.order_id = o.id) as lines,
      coalesce((select array_agg(type) from issues i where i.account_id = $1 and i.order_id = o.id and i.closed_at is null), '{}') as issues,
      array(select concat_ws(' ', x.kind, x.state, case when x.maybe_done then 'maybe done' end, x.last_failure ->> 'code') from outbox x
        where x.account_id = $1 and x.state <> 'done' and (x.order_id = o.id or x.warehouse_order_id = o.warehouse_order_id)
        order by x.id) as effects,
      coalesce((select array_agg(tracking_number) from shipments s where s.account_id = $1 and s.order_id = o.id), '{}') as tracking
    from orders o where o.account_id = $1 and o.remote_id = any($2)`,
    [seller.accountId, remoteIds],
  );
}

import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { unitsLeft } from '../lines/units.ts';

/** A line as it was sent: its quantity, units of each, and how many units of it a person told the channel of by hand. */
export type LineTold = { id: string; quantity: number; each: number; told: number };

/**
 * Lines of an order `o` as they were sent, where nobody has edited them and a person told its channel by hand of a parcel; null otherwise.
 * What the channel had said of such a parcel is kept for a while: later nothing is known of it.
 */
export const linesTold = (tenant: OfAccount): RawBuilder<LineTold[] | null> => {
  const isByHand = sql`x.kind = 'confirm' and x.state = 'done' and x.last_failure is not null and x.order_id = o.id`;
  const ofParcel = sql`exists (select from outbox x where ${inAccount(tenant, 'x')} and ${isByHand} and x.shipment_id = s.id)`;
  return sql`case when not 'lines' = any(o.edited_fields)
      and exists (select from outbox x where ${inAccount(tenant, 'x')} and ${isByHand} and x.shipment_id is not null) then (
    select json_agg(json_build_object('id', l.remote_line_id, 'quantity', l.quantity, 'each', l.units_per_sale,
      'told', ${unitsLeft(tenant, ofParcel)})) from order_lines l
    where ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge) end`;
};

/**
 * Whether a channel has less of an order only because somebody told it of parcels by hand: it takes these for parcels of somebody else.
 * `left`: what it has, by line. Of each line that has changed exactly that is gone; anything else is a change of its own.
 */
export function isEchoOfHand(lines: readonly LineTold[], left: ReadonlyMap<string, number>): boolean {
  const ids = new Set(lines.map(({ id }) => id));
  const gone = lines.map(({ id, quantity, each, told }) => ({ units: (quantity - (left.get(id) ?? 0)) * each, told }));
  return (
    [...left.keys()].every((id) => ids.has(id)) &&
    gone.some(({ units }) => units > 0) &&
    gone.every(({ units, told }) => units === 0 || units === told)
  );
}

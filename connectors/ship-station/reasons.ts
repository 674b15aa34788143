import { reasonsOf } from '../http/reasons.ts';

export const shipStationReasons = {
  'ship_station.no_time': () => 'modifyDate: the order carries no time at all',
  'ship_station.poisoned': () => 'ShipStation fails whenever it is asked for this order.',
  'ship_station.no_store': ({ id }: { id: string }) => (id === '' ? 'The account has no store.' : `The account has no store ${id}.`),
};

export const because = reasonsOf(shipStationReasons);

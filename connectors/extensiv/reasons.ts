import { reasonsOf } from '../http/reasons.ts';

type Unheld = { order: string; words: string | null };
const saying = (words: string | null) => (words === null ? '' : ` and says “${words}”`);

export const extensivReasons = {
  'extensiv.unsorted': () => 'The list is not in the order that was asked for, so records of it could be missed.',
  'extensiv.too_many': () => 'Extensiv finds more records than can be looked through, so what is among them is not known. Look there.',
  'extensiv.no_list': ({ status }: { status: number }) =>
    `Extensiv has no such list just now (error ${status}), so what is in it is not known.`,
  'extensiv.other_customer': ({ customer }: { customer: string }) => `The record belongs to another customer than ${customer}.`,
  'extensiv.no_customer': ({ customer }: { customer: string }) => `There is no customer ${customer}, or these credentials do not open it.`,
  'extensiv.deactivated': ({ customer }: { customer: string }) => `The warehouse has deactivated the customer ${customer}.`,
  'extensiv.no_facility': () =>
    'The order names no facility, the connection has none, and the warehouse has set no primary one. Choose a facility in the connection.',
  'extensiv.other_facility': ({ facility }: { facility: string }) => `${facility} is none of the customer’s facilities.`,
  'extensiv.under_way': ({ order, status }: { order: string; status: string }) => `The order ${order} is ${status} there, so it stays.`,
  'extensiv.announcement_under_way': ({ asnId, status }: { asnId: string; status: string }) =>
    `The announcement ${asnId} is ${status} there, so it stays.`,
  'extensiv.stays_in': ({ record, facility, wanted }: { record: string; facility: string; wanted: string }) =>
    `${record} is in the facility ${facility} and a change does not move it to ${wanted}. Cancel it and send it anew.`,
  'extensiv.address_stayed': ({ order }: { order: string }) =>
    `The warehouse took the change of ${order}, but its address is not the one that was sent. Look at it there.`,
  'extensiv.lines_stayed': ({ order, lines }: { order: string; lines: string }) =>
    `The warehouse took the change of ${order}, but it has these lines now: ${lines}.`,
  'extensiv.cartons_differ': ({ order }: { order: string }) =>
    `The order ${order} is closed, and its cartons do not hold just what it has. Ask the warehouse what has left.`,
  'extensiv.no_cartons': ({ order }: { order: string }) =>
    `The order ${order} is closed and has neither cartons nor a number. Too many others wait for theirs. Ask the warehouse what has left.`,
  'extensiv.not_held': ({ order, words }: Unheld) => `The warehouse did not hold the order ${order}${saying(words)}. Look at it there.`,
  'extensiv.not_released': ({ order, words }: Unheld) => `The warehouse still holds the order ${order}${saying(words)}. Look at it there.`,
  'extensiv.no_version': ({ record }: { record: string }) => `${record} came without its ETag, so it is not changed.`,
};

export const because = reasonsOf(extensivReasons);

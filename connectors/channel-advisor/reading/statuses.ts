/**
 * What each value of ChannelAdvisor's metadata means to us. A value that is not in a table is not guessed at: the order waits for
 * a person. The table in docs/connectors/channel-advisor.md gives the same reasons at length.
 */

/** `begun`: somebody else works on it. `others`: not ours to send. */
type Delivery = 'open' | 'begun' | 'held' | 'left' | 'cancelled' | 'others';

const deliveries = new Map<string, Delivery>([
  ['NoChange', 'open'],
  // Kept back there on purpose; it becomes another status when it is released.
  ['Held', 'held'],
  // We never set these three: a store, a person or another program has begun to pack, and two of us would send it twice.
  ['Confirmed', 'begun'],
  ['PickAndPack', 'begun'],
  ['LabelCreated', 'begun'],
  ['InTransit', 'left'],
  // It lies at the counter for the buyer.
  ['ReadyForPickup', 'left'],
  ['Complete', 'left'],
  ['Canceled', 'cancelled'],
  // Fulfilment by Amazon and the like.
  ['ThirdPartyManaged', 'others'],
]);

export const deliveryOf = (status: string): Delivery | 'unknown' => deliveries.get(status) ?? 'unknown';

const types = new Map<string, 'ours' | 'others' | 'person'>([
  ['Ship', 'ours'],
  // The buyer fetches it from a shop, out of the shop's stock.
  ['Pickup', 'others'],
  // It goes to a shop, and the order's address is the buyer's.
  ['ShipToStore', 'person'],
  // Somebody brings it the same day; a parcel service is not what was sold.
  ['Courier', 'person'],
]);

export const typeOf = (type: string) => types.get(type) ?? 'person';

const centers = new Map<string, 'ours' | 'others'>([
  ['Warehouse', 'ours'],
  ['ExternallyManaged', 'others'],
  // A supplier sends it.
  ['DropShip', 'others'],
  // Its staff send it from the shelf.
  ['RetailStore', 'others'],
]);

/** Who sends from a distribution center; `unknown` counts as one that the account's list does not have. */
export const centerOf = (type: string) => centers.get(type) ?? 'unknown';

/** `off`: those units are not to be sent. `none`: it changes nothing. `undecided`: it may yet become either. */
type Request = 'off' | 'none' | 'undecided';

const requests = new Map<string, Request>([
  ['SubmittedNotProcessed', 'undecided'],
  ['PendingApproval', 'undecided'],
  // Approved, and not yet taken by the marketplace, which may still refuse.
  ['ProcessingApproval', 'undecided'],
  ['ProcessedNotAcknowledged', 'off'],
  ['AcknowledgedPostProcessingNotComplete', 'off'],
  ['PostProcessingComplete', 'off'],
  // The marketplace tells what it has done itself.
  ['InformationOnly', 'off'],
  // Rejected, or about to be: the buyer still gets the goods.
  ['PendingRejection', 'none'],
  ['ProcessingRejection', 'none'],
  ['RejectionCompleted', 'none'],
  // The marketplace did not take it, so that the line stands there as it was sold.
  ['Error', 'none'],
  // Steps of a return, which is about goods that the buyer has: of what has not left they make no sense. So they are not listed, as
  // NoChange is not: NewRma, ReadyForReturn, PendingReturn, ProcessingReturn, PendingReturnRejection, ProcessingReturnRejection.
]);

type Adjustment = { Type: string; RequestStatus: string; Quantity?: number | null | undefined };

/**
 * What an adjustment does to the units of its line, or of the order where it has no line. A refund is about money: once it is
 * decided it keeps nothing back, but while it is not, the buyer may be about to cancel.
 */
export function requestOf({ Type, RequestStatus, Quantity }: Adjustment): Request | 'unknown' {
  const request = requests.get(RequestStatus) ?? 'unknown';
  if (Type === 'Refund') return request === 'undecided' ? request : 'none';
  if (Type !== 'Cancellation') return 'unknown';
  return request === 'off' && typeof Quantity !== 'number' ? 'unknown' : request;
}

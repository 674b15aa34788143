import type { Failure, Result } from '../http/result.ts';
import type { CursorStream, Named, Stream, Ticket } from './reading.ts';

// ── Confirmations ──────────────────────────────────────────────────────────────────────────────────────

export type Confirmations = {
  /** `whole_order`: one confirmation when every unit has shipped. `shipment`: one for each parcel. */
  per: 'whole_order' | 'shipment';
  /** How many `confirm` takes at once; 1 unless said. */
  most?: number;
  /** Confirms to the channel that goods have left, with an outcome for each. Must be safe to repeat with the same key. */
  confirm: (confirmations: ShipmentConfirmation[]) => Promise<Result<ConfirmOutcome[]>>;
  /**
   * Asks what became of confirmations that were `pending`, by the ticket they were given. `not_found`: the ticket is forgotten, so
   * each is looked up and sent again where it has to be.
   */
  ask?: (ticket: string, keys: string[]) => Promise<Result<ConfirmOutcome[]>>;
  /** Whether the channel already holds a confirmation. Called before a retry after a timeout. */
  isConfirmed: (confirmation: ShipmentConfirmation) => Promise<Result<boolean>>;
  /**
   * Where a second confirmation would do harm: the orders that the channel has shown as shipped since a time, in one request.
   * `all` is false when there are more. Called before orders are confirmed, so that none is that somebody else has.
   */
  shippedSince?: (since: Date) => Promise<Result<ShippedList>>;
};

export type ShippedList = { remoteIds: string[]; all: boolean };

/** What became of one confirmation. One without an outcome may be done, and is looked up before it is sent again. */
export type ConfirmOutcome = { key: string } & (
  | { kind: 'confirmed'; reference: string | null }
  | ({ kind: 'pending' } & Ticket)
  | { kind: 'failed'; failure: Failure }
);

export type ShipmentConfirmation = {
  key: string;
  remoteOrderId: string;
  /** What the channel gave with the order, and with each line, to be given back: see `ChannelOrder.handle`. */
  handle: string | null;
  carrier: string;
  /** The method that the parcel went by, in the warehouse's words. */
  method: string | null;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: Date;
  /**
   * None of a parcel of more than the channel sold, with which the order is complete: the channel closes it, and is told of no parcel.
   * `lots`: which lots the goods are of, as the warehouse reported them, for channels that keep stock by lot: of as many pieces as the
   * line has, or fewer where it did not say it of all. `serials`: the numbers of these very units, likewise. Left out of what is sold in
   * packs.
   */
  lines: { remoteLineId: string; handle: string | null; quantity: number; lots?: LotUnits[]; serials?: string[] }[];
  /** True when every unit of the order has now shipped: only then may the channel close it. */
  completes: boolean;
  /**
   * Parcels of the order that left before it under the same tracking number: what a person entered there under that number may be one of
   * those. Left out where there are none.
   */
  sameNumber?: Pick<ShipmentConfirmation, 'key' | 'lines'>[];
};

export type LotUnits = { lot: string; quantity: number };

// ── Stock at a channel ─────────────────────────────────────────────────────────────────────────────────

export type Inventory = {
  /**
   * Which quantity the channel wants. `on_hand`: what is there, as a book of stock has it. `available`: that less everything that is
   * promised. `before_own_orders`: that less what is promised to others, because the channel subtracts its own open orders itself.
   */
  quantity: 'on_hand' | 'available' | 'before_own_orders';
  /** The locations that stock is kept for there. */
  listLocations: () => Promise<Result<Named[]>>;
  most?: number;
  /** Sets quantities, with an outcome for each; setting the same twice does no more. */
  set: (levels: InventoryLevel[]) => Promise<Result<LevelOutcome[]>>;
  /**
   * Asks what became of levels that were `pending`, by the ticket they were given. `not_found`: the ticket is forgotten, so each is set
   * again, as it is by then.
   */
  ask?: (ticket: string, keys: string[]) => Promise<Result<LevelOutcome[]>>;
  /** So many are set at once in a call, and none of them is `pending`: while a ticket is asked for, what has fallen since is set so. */
  atOnce?: number;
};

/** What a listing is called there, as the channel listed it last; what it did not say is left out. So a write needs no look-up. */
export type ListingIds = Pick<Listing, 'productId' | 'stockId'> & { remoteId?: string };
/** `otherStockIds`: of other listings of the same SKU, which sell the same goods: each of them is told. */
export type InventoryLevel = { key: string; sku: string; locationId: string; quantity: number; otherStockIds?: string[] } & ListingIds;
/** One that is neither failed nor pending is done. */
export type LevelOutcome = { key: string } & ({ failure?: Failure; pending?: never } | { pending: Ticket; failure?: never });

// ── Products at a channel ──────────────────────────────────────────────────────────────────────────────

export type Listings = {
  stream: Stream<Listing> | CursorStream<Listing>;
  /** Puts products of ours up for sale there. */
  upload?: {
    /** The marketplace profiles that a product can be put up with. */
    listProfiles: () => Promise<Result<Named[]>>;
    /** Repeating it with the same SKU changes the listing that there is. */
    upload: (product: ProductUpload, profileIds: string[]) => Promise<Result<UploadOutcome[]>>;
    /**
     * Asks what became of a product in profiles where it was `pending`, by the ticket they were given. `not_found`: the ticket is
     * forgotten, so the product is uploaded again.
     */
    ask?: (ticket: string, profileIds: string[]) => Promise<Result<UploadOutcome[]>>;
  };
};

/** A product as a channel sells it. */
export type Listing = {
  /** Of what is bought there: of the variation, where a product has several. */
  remoteId: string;
  /** The product that it is a variation of, where that has an id of its own. */
  productId?: string;
  sku: string;
  name: string;
  upc: string | null;
  imageUrl: string | null;
  /** Where a person sees it there. */
  url: string | null;
  /** What the channel says of its stock there: how many it has to sell, where they lie, and the id that it keeps them under. */
  quantity?: number;
  location?: string;
  stockId?: string;
  raw: unknown;
};

export type ProductUpload = {
  sku: string;
  name: string;
  description: string | null;
  upc: string | null;
  imageUrl: string | null;
  price: string | null;
  currency: string | null;
};
/** `url`: where a person sees the listing. One that is neither failed nor pending is done. */
export type UploadOutcome = { profileId: string; remoteId: string | null; url: string | null } & (
  | { failure?: Failure; pending?: never }
  | { pending: Ticket; failure?: never }
);

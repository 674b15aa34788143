export const checkoutStatuses = [
  'NotVisited',
  'Completed',
  'Visited',
  'CompletedAndVisited',
  'Disabled',
  'CompletedOffline',
  'OnHold',
] as const;
export const paymentStatuses = ['NotYetSubmitted', 'Cleared', 'Submitted', 'Failed', 'Deposited'] as const;
export const deliveryStatuses = [
  ...(['NoChange', 'InTransit', 'ReadyForPickup', 'Complete', 'Canceled', 'ThirdPartyManaged'] as const),
  ...(['Confirmed', 'PickAndPack', 'LabelCreated', 'Held'] as const),
] as const;
export const fulfillmentTypes = ['Ship', 'Pickup', 'ShipToStore', 'Courier'] as const;
export const adjustmentTypes = ['Refund', 'Cancellation'] as const;
export const requestStatuses = [
  ...([
    'SubmittedNotProcessed',
    'NewRma',
    'PendingApproval',
    'ProcessingApproval',
    'ReadyForReturn',
    'PendingReturn',
    'ProcessingReturn',
  ] as const),
  ...([
    'PendingRejection',
    'ProcessingRejection',
    'ProcessedNotAcknowledged',
    'PendingReturnRejection',
    'ProcessingReturnRejection',
  ] as const),
  ...([
    'AcknowledgedPostProcessingNotComplete',
    'PostProcessingComplete',
    'RejectionCompleted',
    'InformationOnly',
    'NoChange',
    'Error',
  ] as const),
] as const;
export const shippingStatuses = ['Unshipped', 'Shipped', 'PartiallyShipped', 'PendingShipment', 'Canceled', 'ThirdPartyManaged'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type ShippingStatus = (typeof shippingStatuses)[number];

/** The rows have the API's own names, so that its filters and selections read them as they are. */
export type FulfillmentItem = { ID: number; OrderItemID: number; ProductID: number; Sku: string; Quantity: number };
export type Fulfillment = {
  ID: number;
  ProfileID: number;
  OrderID: number;
  CreatedDateUtc: string;
  UpdatedDateUtc: string;
  Type: (typeof fulfillmentTypes)[number];
  DeliveryStatus: DeliveryStatus;
  TrackingNumber: string | null;
  TrackingUrl: string | null;
  ShippingCarrier: string | null;
  ShippingClass: string | null;
  DistributionCenterID: number;
  ExternalFulfillmentCenterCode: string | null;
  ShippedDateUtc: string | null;
  SellerFulfillmentID: string | null;
  Items: FulfillmentItem[];
};
export type BundleComponent = { ProductID: number; Sku: string; Title: string; Quantity: number };
export type Adjustment = {
  ID: number;
  /** Null: it concerns the order as a whole. */
  OrderItemID: number | null;
  Type: (typeof adjustmentTypes)[number];
  RequestStatus: (typeof requestStatuses)[number];
  Quantity: number | null;
};
export type OrderItem = {
  ID: number;
  ProfileID: number;
  OrderID: number;
  ProductID: number;
  SiteOrderItemID: string;
  Sku: string;
  Title: string;
  Quantity: number;
  UnitPrice: number;
  TaxPrice: number;
  ShippingPrice: number;
  GiftMessage: string | null;
  GiftNotes: string | null;
  IsBundle: boolean;
  BundleComponents: BundleComponent[];
  Adjustments: Adjustment[];
};
export type AdvisorOrder = OrderHead & {
  ID: number;
  ProfileID: number;
  SiteOrderID: string;
  Currency: string;
  CreatedDateUtc: string;
  ImportDateUtc: string;
  UpdatedDateUtc: string;
  ShippingStatus: ShippingStatus;
  CheckoutDateUtc: string | null;
  PaymentDateUtc: string | null;
  ShippingDateUtc: string | null;
  DistributionCenterTypeRollup: 'SellerManaged' | 'ExternallyManaged' | 'Mixed';
  Items: OrderItem[];
  Fulfillments: Fulfillment[];
  /** Those of the order as a whole; a line has its own. */
  Adjustments: Adjustment[];
  /** Acknowledged by the application; no field of the API shows it. */
  exported: boolean;
  /** Not an order as documented: to try what a client does with a record that it cannot read. */
  broken: boolean;
};

/** What a marketplace, a buyer or a person in ChannelAdvisor's screens enters and changes. */
export type OrderHead = {
  SiteID: number;
  SiteName: string;
  SiteAccountID: number | null;
  SecondarySiteOrderID: string | null;
  SellerOrderID: string | null;
  PublicNotes: string | null;
  PrivateNotes: string | null;
  SpecialInstructions: string | null;
  TotalPrice: number;
  TotalTaxPrice: number;
  TotalShippingPrice: number;
  AdditionalCostOrDiscount: number;
  EstimatedShipDateUtc: string | null;
  DeliverByDateUtc: string | null;
  RequestedShippingCarrier: string | null;
  RequestedShippingClass: string | null;
  OrderTags: string | null;
  CheckoutStatus: (typeof checkoutStatuses)[number];
  PaymentStatus: (typeof paymentStatuses)[number];
  BuyerUserId: string | null;
  BuyerEmailAddress: string | null;
  ShippingTitle: string | null;
  ShippingFirstName: string | null;
  ShippingLastName: string | null;
  ShippingCompanyName: string | null;
  ShippingDaytimePhone: string | null;
  ShippingAddressLine1: string | null;
  ShippingAddressLine2: string | null;
  ShippingCity: string | null;
  ShippingStateOrProvince: string | null;
  ShippingPostalCode: string | null;
  ShippingCountry: string | null;
};

/** `distributionCenterId` is where the units lie; without it the seller's own. */
export type NewItem = {
  sku: string;
  quantity: number;
  title?: string | undefined;
  unitPrice?: number | undefined;
  distributionCenterId?: number | undefined;
  components?: { sku: string; quantity: number }[] | undefined;
};
export type NewOrder = Partial<OrderHead> & {
  SiteOrderID: string;
  ProfileID?: number | undefined;
  CreatedDateUtc?: string | undefined;
  Currency?: string | undefined;
  broken?: boolean | undefined;
  items: NewItem[];
};

export const plainHead: OrderHead = {
  SiteID: 576,
  SiteName: 'eBay Fixed Price US',
  SiteAccountID: 3142,
  SecondarySiteOrderID: null,
  SellerOrderID: null,
  PublicNotes: null,
  PrivateNotes: '',
  SpecialInstructions: '',
  TotalPrice: 0,
  TotalTaxPrice: 0,
  TotalShippingPrice: 0,
  AdditionalCostOrDiscount: 0,
  EstimatedShipDateUtc: null,
  DeliverByDateUtc: null,
  RequestedShippingCarrier: 'UPS',
  RequestedShippingClass: 'GROUND',
  OrderTags: null,
  CheckoutStatus: 'Completed',
  PaymentStatus: 'Cleared',
  BuyerUserId: 'buyer-1',
  BuyerEmailAddress: 'alex@example.com',
  ShippingTitle: null,
  ShippingFirstName: 'Alex',
  ShippingLastName: 'Doe',
  ShippingCompanyName: null,
  ShippingDaytimePhone: null,
  ShippingAddressLine1: '1 Main Street',
  ShippingAddressLine2: '',
  ShippingCity: 'Austin',
  ShippingStateOrProvince: 'TX',
  ShippingPostalCode: '78701',
  ShippingCountry: 'US',
};

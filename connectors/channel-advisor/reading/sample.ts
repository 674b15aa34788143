/** An order shaped as the API sends it, for tests. */
export const sampleOrder = {
  ID: 19_918_546,
  ProfileID: 12_000_001,
  SiteID: 640,
  SiteName: 'Amazon Seller Central - US',
  SiteOrderID: '123-4567890-1234567',
  SecondarySiteOrderID: null,
  SellerOrderID: null,
  Currency: 'USD',
  CreatedDateUtc: '2026-11-20T02:02:09Z',
  ImportDateUtc: '2026-11-20T02:15:53.2930000Z',
  UpdatedDateUtc: '2026-11-20T02:16:11.5Z',
  PublicNotes: null,
  PrivateNotes: 'Good customer',
  SpecialInstructions: 'Leave it at the back door.',
  TotalPrice: 41.1,
  TotalTaxPrice: 1.5,
  TotalShippingPrice: 3.99,
  EstimatedShipDateUtc: '2026-11-22T07:59:59Z',
  DeliverByDateUtc: '2026-11-27T07:59:59Z',
  RequestedShippingCarrier: 'UPS',
  RequestedShippingClass: 'GROUND',
  OrderTags: 'vip, first',
  DistributionCenterTypeRollup: 'SellerManaged',
  CheckoutStatus: 'Completed',
  PaymentStatus: 'Cleared',
  ShippingStatus: 'Unshipped',
  CheckoutDateUtc: '2026-11-20T02:02:09Z',
  PaymentDateUtc: '2026-11-20T02:02:30Z',
  ShippingDateUtc: null,
  BuyerUserId: 'buyer-77',
  BuyerEmailAddress: 'anna@example.org',
  ShippingTitle: null,
  ShippingFirstName: 'Anna',
  ShippingLastName: 'Lindqvist',
  ShippingSuffix: null,
  ShippingCompanyName: '',
  ShippingDaytimePhone: '+1 512 555 0100',
  ShippingAddressLine1: '12 Mill Lane',
  ShippingAddressLine2: '',
  ShippingCity: 'Austin',
  ShippingStateOrProvince: 'TX',
  ShippingPostalCode: '78701',
  ShippingCountry: 'us',
  Items: [
    { ID: 501, ProductID: 71, Sku: 'MUG', Title: 'A mug', Quantity: 3, UnitPrice: 12, GiftMessage: 'Happy birthday', IsBundle: false },
    { ID: 502, ProductID: 72, Sku: 'CUP', Title: 'A cup', Quantity: 1, UnitPrice: 1.11, GiftMessage: null, IsBundle: false },
  ],
  Fulfillments: [
    {
      ...{ ID: 901, Type: 'Ship', DeliveryStatus: 'NoChange', ShippingCarrier: 'UPS', ShippingClass: 'GROUND', DistributionCenterID: 1 },
      ...{ TrackingNumber: null, SellerFulfillmentID: null },
      Items: [
        { ID: 9011, OrderItemID: 501, ProductID: 71, Quantity: 3 },
        { ID: 9012, OrderItemID: 502, ProductID: 72, Quantity: 1 },
      ],
    },
  ],
};

type Fulfilment = (typeof sampleOrder)['Fulfillments'][number];

/** A fulfilment with these units of the sample's lines. */
export const fulfilmentOf = (changes: object, units: Record<string, number>): Fulfilment => ({
  ...{ ID: 902, Type: 'Ship', DeliveryStatus: 'NoChange', ShippingCarrier: 'UPS', ShippingClass: 'GROUND', DistributionCenterID: 1 },
  ...{ TrackingNumber: null, SellerFulfillmentID: null },
  ...changes,
  Items: sampleOrder.Items.filter(({ Sku }) => Sku in units).map(({ ID, ProductID, Sku }) => ({
    ...{ ID: ID * 10, OrderItemID: ID, ProductID, Quantity: units[Sku] ?? 0 },
  })),
});

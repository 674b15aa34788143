import type { EntityType } from './odata/query.ts';
import type { AdvisorOrder, Fulfillment, OrderItem } from './order.ts';
import type { Product } from './products.ts';

const fields = (text: string) => text.trim().split(/\s+/);

/** What the API describes of its entities, as far as the stand-in has it. Anything else in a query is refused. */
export const bundleComponentType: EntityType = { set: 'BundleComponents', fields: fields('ProductID Sku Title Quantity'), navigations: {} };
export const adjustmentType: EntityType = {
  set: 'Adjustments',
  fields: fields('ID OrderItemID Type RequestStatus Quantity'),
  navigations: {},
};

export const fulfillmentItemType: EntityType = {
  set: 'FulfillmentItems',
  fields: fields('ID ProfileID OrderID FulfillmentID OrderItemID ProductID Sku Quantity'),
  navigations: {},
};

export const fulfillmentType: EntityType = {
  set: 'Fulfillments',
  fields:
    fields(`ID ProfileID OrderID CreatedDateUtc UpdatedDateUtc Type DeliveryStatus TrackingNumber TrackingUrl ShippingCarrier ShippingClass
    DistributionCenterID ExternalFulfillmentCenterCode ShippedDateUtc SellerFulfillmentID`),
  navigations: { Items: { type: () => fulfillmentItemType, rows: (fulfillment: Fulfillment) => itemsOf(fulfillment) } },
};

export const orderItemType: EntityType = {
  set: 'OrderItems',
  fields: fields(`ID ProfileID OrderID ProductID SiteOrderItemID Sku Title Quantity UnitPrice TaxPrice ShippingPrice GiftMessage GiftNotes
    IsBundle`),
  navigations: {
    FulfillmentItems: {
      type: () => fulfillmentItemType,
      rows: ({ ID }: OrderItem, { Fulfillments }: AdvisorOrder) =>
        Fulfillments.flatMap(itemsOf).filter(({ OrderItemID }) => OrderItemID === ID),
    },
    BundleComponents: { type: () => bundleComponentType, rows: (item: OrderItem) => item.BundleComponents },
    Adjustments: { type: () => adjustmentType, rows: (item: OrderItem) => item.Adjustments },
  },
};

export const orderType: EntityType = {
  set: 'Orders',
  fields:
    fields(`ID ProfileID SiteID SiteName SiteAccountID SiteOrderID SecondarySiteOrderID SellerOrderID Currency CreatedDateUtc ImportDateUtc
    UpdatedDateUtc PublicNotes PrivateNotes SpecialInstructions TotalPrice TotalTaxPrice TotalShippingPrice AdditionalCostOrDiscount EstimatedShipDateUtc
    DeliverByDateUtc RequestedShippingCarrier RequestedShippingClass OrderTags DistributionCenterTypeRollup CheckoutStatus PaymentStatus
    ShippingStatus CheckoutDateUtc PaymentDateUtc ShippingDateUtc BuyerUserId BuyerEmailAddress ShippingTitle ShippingFirstName
    ShippingLastName ShippingCompanyName ShippingDaytimePhone ShippingAddressLine1 ShippingAddressLine2 ShippingCity
    ShippingStateOrProvince ShippingPostalCode ShippingCountry`),
  navigations: {
    Items: { type: () => orderItemType, rows: (order: AdvisorOrder) => order.Items },
    Fulfillments: { type: () => fulfillmentType, rows: (order: AdvisorOrder) => order.Fulfillments },
    Adjustments: { type: () => adjustmentType, rows: (order: AdvisorOrder) => order.Adjustments },
  },
};

export const productType: EntityType = {
  set: 'Products',
  fields: fields(
    'ID ProfileID Sku Title Description UPC EAN WarehouseLocation Weight RetailPrice IsParent BundleType CreateDateUtc UpdateDateUtc TotalAvailableQuantity',
  ),
  navigations: {
    DCQuantities: {
      type: () => ({ set: 'DCQuantities', fields: fields('ProductID ProfileID DistributionCenterID AvailableQuantity'), navigations: {} }),
      rows: (product: Product) => product.DCQuantities,
    },
    Images: {
      type: () => ({ set: 'Images', fields: fields('ProductID PlacementName Url'), navigations: {} }),
      rows: (product: Product) => product.Images,
    },
  },
};

export const distributionCenterType: EntityType = {
  set: 'DistributionCenters',
  fields: fields(`ID Name Code FulfillmentPartnerName ContactName ContactEmail ContactPhone Address1 Address2 City StateOrProvince Country
    PostalCode PickupLocation ShipLocation Type IsExternallyManaged IsDeleted DeletedDateUtc`),
  navigations: {},
};

export const webhookType: EntityType = {
  set: 'Webhooks',
  fields: fields('ID Name Status WebhookUri SigningSecret EventTypes'),
  navigations: {},
};

export const profileType: EntityType = { set: 'Profiles', fields: fields('ID AccountName CurrencyCode'), navigations: {} };

const itemsOf = ({ ID, OrderID, ProfileID, Items }: Fulfillment) =>
  Items.map((item) => ({ ...item, FulfillmentID: ID, OrderID, ProfileID }));

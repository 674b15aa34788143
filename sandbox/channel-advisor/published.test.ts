import { expect, test } from 'vitest';
import { visit } from '../test/visit.ts';
import type { AdvisorOrder } from './order.ts';

/**
 * What the service's own metadata calls the fields of its entities, in ChannelAdvisor.RestApi.V1.Models. Facts, as a public TypeScript
 * client that is generated from `/v1/$metadata` has them; read on 2026-11-26. A field that is not here must not be relied on.
 */
const published: Record<string, string> = {
  Order: `ID ProfileID SiteID SiteName UserDataPresent UserDataRemovalDateUTC SiteAccountID SiteOrderID SecondarySiteOrderID SellerOrderID
    CheckoutSourceID Currency CreatedDateUtc ImportDateUtc UpdatedDateUtc PublicNotes PrivateNotes SpecialInstructions TotalPrice
    TotalTaxPrice TotalShippingPrice TotalShippingTaxPrice TotalInsurancePrice TotalGiftOptionPrice TotalGiftOptionTaxPrice
    AdditionalCostOrDiscount EstimatedShipDateUtc DeliverByDateUtc RequestedShippingCarrier RequestedShippingClass ResellerID FlagID
    FlagDescription OrderTags DistributionCenterTypeRollup CheckoutStatus PaymentStatus ShippingStatus CheckoutDateUtc PaymentDateUtc
    ShippingDateUtc BuyerUserId BuyerEmailAddress BuyerEmailOptIn OrderTaxType ShippingTaxType GiftOptionsTaxType PaymentMethod
    ShippingTitle ShippingFirstName ShippingLastName ShippingSuffix ShippingCompanyName ShippingCompanyJobTitle ShippingDaytimePhone
    ShippingEveningPhone ShippingAddressLine1 ShippingAddressLine2 ShippingCity ShippingStateOrProvince ShippingStateOrProvinceName
    ShippingPostalCode ShippingCountry Items Fulfillments Adjustments`,
  OrderItem: `ID ProfileID OrderID ProductID SiteOrderItemID SellerOrderItemID SiteListingID Sku Title Quantity UnitPrice TaxPrice
    ShippingPrice ShippingTaxPrice RecyclingFee UnitEstimatedShippingCost GiftMessage GiftNotes GiftPrice GiftTaxPrice IsBundle ItemURL
    HarmonizedCode ReferenceSku ReferenceProductID BundleComponents FulfillmentItems Promotions Adjustments OrderItemAttributes`,
  OrderItemBundleComponent:
    'OrderID OrderItemID ProductID ProfileID BundleProductID Sku BundleSku Title Quantity ReferenceProductID ReferenceSku',
  OrderItemAdjustment: `ID ProfileID OrderID OrderItemID IsRestock Reason Type RequestStatus Quantity ItemAdjustment TaxAdjustment
    ShippingAdjustment SellerAdjustmentID SiteAdjustmentID PublicNotes Comment CreatedDateUtc RestockStatus RmaNumber`,
  Fulfillment: `ID ProfileID OrderID CreatedDateUtc UpdatedDateUtc Type DeliveryStatus TrackingNumber TrackingUrl ReturnTrackingNumber
    ShippingCarrier ShippingClass DistributionCenterID ExternalFulfillmentCenterCode ExternalFulfillmentStatus ShippingCost InsuranceCost
    TaxCost ShippedDateUtc SellerFulfillmentID HasShippingLabel HasChannelPackingSlip Items`,
  FulfillmentItem: `ID Sku ProfileID FulfillmentID OrderID OrderItemID Quantity ProductID SellerFulfillmentItemID MarketplaceShippingStatus
    ReferenceSku ReferenceProductID WarehouseLocation`,
};

const strayIn = (entity: string, record: object) => {
  const names = new Set(published[entity]?.split(/\s+/));
  return Object.keys(record).filter((name) => !names.has(name) && !name.startsWith('@odata.'));
};

test('an order and all that belongs to it have published fields alone', async () => {
  const { control, channelAdvisor } = await visit();
  const { orders } = control.advisor();
  const [order] = orders.add([
    {
      SiteOrderID: 'N1',
      items: [
        { sku: 'MUG', quantity: 2 },
        { sku: 'SET', quantity: 1, components: [{ sku: 'CUP', quantity: 2 }] },
      ],
    },
  ]);
  if (!order) throw new Error('no order');
  orders.change(order, {
    adjustments: [{ sku: 'MUG', RequestStatus: 'PendingApproval', Quantity: 1 }, { RequestStatus: 'PendingApproval' }],
  });
  const expand = 'Items($expand=BundleComponents,Adjustments,FulfillmentItems),Fulfillments($expand=Items),Adjustments';
  const { body } = await channelAdvisor<AdvisorOrder>(`/Orders(${order.ID})?$expand=${expand}`);
  const { Items, Fulfillments } = body;
  const parts: [string, object[]][] = [
    ...([
      ['Order', [body]],
      ['OrderItem', Items],
      ['Fulfillment', Fulfillments],
    ] as [string, object[]][]),
    ['OrderItemBundleComponent', Items.flatMap(({ BundleComponents }) => BundleComponents)],
    ['OrderItemAdjustment', [...Items.flatMap(({ Adjustments }) => Adjustments), ...body.Adjustments]],
    ['FulfillmentItem', Fulfillments.flatMap((one) => one.Items)],
  ];
  for (const [entity, records] of parts) {
    expect(records.length, entity).toBeGreaterThan(0);
    for (const record of records) expect(strayIn(entity, record), entity).toEqual([]);
  }
});

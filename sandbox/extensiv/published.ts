/**
 * The fields of each shape, as the reference that the API serves of itself publishes them (3w.extensiv.com/Rels: orders/order, orders/item,
 * orders/orderholder, inventory/receiver, inventory/receiveritem, inventory/stockdetails), read on 2026-11-26; the ends of the read-only
 * parts as clients have them whose sources are public. Facts, in lists of our own. What a body has beside, its sender has written.
 */
export const published = {
  orderReadOnly:
    'orderId asnCandidate routeCandidate fullyAllocated importModuleId exportModuleIds deferNotification isClosed processDate pickStarted pickDoneDate pickTicketPrintDate packStarted packDoneDate labelsExported invoiceExportedDate invoiceDeliveredDate loadedState loadOutDoneDate reallocatedAfterPickTicketDate routeSent asnSentDate asnSent pkgsExported batchIdentifier smallParcelShipDate packages shippingPallets outboundSerialNumbers parcelLabelType shipDate customerIdentifier facilityIdentifier warehouseTransactionSourceType transactionEntryType creationDate createdByIdentifier lastModifiedDate lastModifiedByIdentifier status',
  orderItem: 'readOnly itemIdentifier qualifier externalId qty secondaryQty',
  orderItemReadOnly:
    'orderItemId fullyAllocated unitIdentifier secondaryUnitIdentifier estimatedQty estimatedSecondaryQty originalPrimaryQty isOrderQtySecondary allocations',
  package:
    'packageId packageTypeId packageDefIdentifier length width height weight codAmount insuredAmount trackingNumber description createDate oversize cod ucc128 cartonId label packageContents',
  packageContent:
    'packageContentId packageId orderItemId receiveItemId orderItemPickExceptionId qty lotNumber serialNumber expirationDate createDate serialNumbers',
  holding: 'heldOrderIds exceptions',
  receiverReadOnly:
    'receiverId receiverType deferNotification receiptAdviceSendInfo customerIdentifier facilityIdentifier warehouseTransactionSourceType transactionEntryType importChannelIdentifier creationDate createdByIdentifier lastModifiedDate lastModifiedByIdentifier status',
  receiveItem: 'readOnly itemIdentifier qualifier externalId qty secondaryQty lotNumber',
  receiveItemReadOnly:
    'receiveItemId fullyShippedDate unitIdentifier secondaryUnitIdentifier expectedQty inventoryLevels onHoldDate onHoldUserIdentifier facilityIdentifier referenceNumber transactionID',
  stockDetail:
    'receiveItemId itemIdentifier description description2 upc qualifier received available isOnHold quarantined onHand secondaryReceived secondaryAvailable lotNumber serialNumber expirationDate cost supplierIdentifier locationIdentifier palletIdentifier',
} as const;

/** What an order shows of its hold is in no page of the reference that could be read: see docs/connectors/extensiv.md. */
export const unseen = ['onHoldDate', 'onHoldReason'];

/** Fields of a reply that are not published. */
export const strayIn = (shape: keyof typeof published, value: object): string[] =>
  Object.keys(value).filter((name) => !published[shape].split(' ').includes(name));

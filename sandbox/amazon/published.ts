/**
 * The fields of each reply, as Amazon's models publish them: orders_2026-01-01, ordersV0, listingsItems_2021-08-01, feeds_2021-06-30,
 * reports_2021-06-30, sellers, and the schema of the processing report of listings feeds, in github.com/amzn/selling-partner-api-models
 * at 34dc93f (2026-08-05). Facts. A star: required. After a colon: a time, a word of a list, a number, or a shape; text without one.
 */
const shapes: Record<string, string> = {
  search: 'orders*:[order] pagination:pagination lastUpdatedBefore:time createdBefore:time',
  oneOrder: 'order*:order',
  pagination: 'nextToken',
  order:
    'orderId* orderAliases createdTime*:time lastUpdatedTime*:time programs:any associatedOrders:any salesChannel*:salesChannel buyer:buyer recipient:recipient proceeds:proceeds payment:any tax:any fulfillment:fulfillment orderItems*:[item] packages:[package] fulfillmentOrders:any',
  salesChannel: 'channelName*:AMAZON|NON_AMAZON marketplaceId marketplaceName',
  buyer: 'buyerName buyerEmail buyerCompanyName buyerPurchaseOrderNumber',
  recipient: 'deliveryAddress:address deliveryPreference:any',
  address:
    'name companyName addressLine1 addressLine2 addressLine3 city districtOrCounty stateOrRegion municipality postalCode countryCode phone extendedFields:any addressType',
  proceeds: 'grandTotal:money breakdowns:[breakdown]',
  breakdown: 'type*:ITEM|SHIPPING|GIFT_WRAP|COD_FEE|TAX|DISCOUNT|DELIVERY_TIP|OTHER status subtotal*:money',
  money: 'amount* currencyCode*',
  fulfillment:
    'fulfillmentStatus*:PENDING_AVAILABILITY|PENDING|UNSHIPPED|PARTIALLY_SHIPPED|SHIPPED|CANCELLED|UNFULFILLABLE fulfilledBy:AMAZON|MERCHANT fulfillmentServiceLevel:EXPEDITED|FREE_ECONOMY|NEXT_DAY|PRIORITY|SAME_DAY|SECOND_DAY|SCHEDULED|STANDARD shipByWindow:range deliverByWindow:range labelPrintingWindow:range',
  range: 'earliestDateTime:time latestDateTime:time',
  item: 'orderItemId* quantityOrdered*:number measurement:any associatedOrderItems:any programs:any product*:product proceeds:any expense:any promotion:any cancellation:cancellation fulfillment:itemFulfillment tax:any',
  product: 'asin title sellerSku condition:condition price:price serialNumbers:any customization:any',
  condition: 'conditionType conditionSubtype conditionNote',
  price: 'unitPrice:money priceDesignation',
  cancellation: 'cancellationRequest:request cancellationExecution:execution',
  request: 'requester:BUYER cancelReason',
  execution: 'cancelledBy:BUYER|MERCHANT|AMAZON cancelReason',
  itemFulfillment: 'quantityFulfilled:number quantityUnfulfilled:number picking:any packing:packing shipping:any',
  packing: 'giftOption:gift serialNumberRequirement:any',
  gift: 'giftMessage giftWrapLevel',
  package:
    'packageReferenceId* createdTime:time packageStatus:packageStatus carrier shipTime:time shippingService trackingNumber shipFromAddress:any packageItems:[packageItem]',
  packageStatus: 'status*:PENDING|IN_TRANSIT|SHIPPED|DELIVERED|CANCELLED|UNDELIVERABLE detailedStatus',
  packageItem: 'orderItemId* quantity*:number transparencyCodes:any',
  participations: 'payload:[participation] errors:any',
  participation: 'marketplace*:marketplace participation*:any storeName*',
  marketplace: 'id* name* countryCode* defaultCurrencyCode* defaultLanguageCode* domainName*',
  listings: 'numberOfResults*:number pagination:any items*:[listing]',
  listing:
    'sku* summaries:any attributes:any issues:any offers:any fulfillmentAvailability:[availability] procurement:any relationships:any productTypes:any',
  availability: 'fulfillmentChannelCode* quantity:number',
  submission: 'sku* status*:ACCEPTED|INVALID|VALID submissionId* issues:[issue] identifiers:any',
  issue: 'code* message* severity*:ERROR|WARNING|INFO attributeNames:any categories*:any enforcements:any marketplaceIds:any',
  upload: 'feedDocumentId* url*',
  created: 'feedId*',
  feed: 'feedId* feedType* marketplaceIds:any createdTime*:time processingStatus*:CANCELLED|DONE|FATAL|IN_PROGRESS|IN_QUEUE processingStartTime:time processingEndTime:time resultFeedDocumentId',
  feedDocument: 'feedDocumentId* url* compressionAlgorithm:GZIP',
  feedReport: 'header*:feedHeader issues*:[feedIssue] summary*:summary',
  feedHeader: 'sellerId* version*:2.0 feedId* report:any',
  feedIssue: 'messageId:number sku code severity*:ERROR|WARNING|INFO message* attributeName',
  summary: 'errors*:number warnings*:number messagesProcessed*:number messagesAccepted:number messagesInvalid:number',
  createdReport: 'reportId*',
  report:
    'marketplaceIds:any reportId* reportType* dataStartTime:time dataEndTime:time reportScheduleId createdTime*:time processingStatus*:CANCELLED|DONE|FATAL|IN_PROGRESS|IN_QUEUE processingStartTime:time processingEndTime:time reportDocumentId',
  reportDocument: 'reportDocumentId* url* compressionAlgorithm:GZIP',
  refusal: 'errors*:[error]',
  error: 'code* message* details',
};

/** What of a reply is not as it is published: fields that are not, that are missing, or that hold something else. */
export function strayIn(shape: string, value: unknown, at = shape): string[] {
  if (shape === 'any') return [];
  if (shape === 'time') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)) ? [] : [at];
  if (shape === 'number') return Number.isInteger(value) ? [] : [at];
  const list = /^\[(\w+)\]$/.exec(shape)?.[1];
  if (list) return Array.isArray(value) ? value.flatMap((each, n) => strayIn(list, each, `${at}[${n}]`)) : [at];
  const fields = shapes[shape];
  if (fields === undefined) return shape.split('|').includes(String(value)) || (shape === 'text' && typeof value === 'string') ? [] : [at];
  if (typeof value !== 'object' || value === null) return [at];
  const properties = fields.split(' ').map((field) => {
    const [name = '', of = 'text'] = field.split(':');
    return { name: name.replace('*', ''), isRequired: name.endsWith('*'), of };
  });
  const given = Object.entries(value);
  const missing = properties.filter(({ name, isRequired }) => isRequired && !(name in value)).map(({ name }) => `${at}.${name}`);
  return [
    ...missing,
    ...given.flatMap(([name, each]) => strayIn(properties.find((one) => one.name === name)?.of ?? 'unknown', each, `${at}.${name}`)),
  ];
}

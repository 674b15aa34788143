/** The seller's own distribution center; an account with a single one has the id 0, this one has two. */
export const ownCenter = 1;
export const externalCenter = 2;
/** A supplier who ships to the seller's buyers, and a shop with a counter: the seller manages both, and neither is a warehouse. */
export const dropShipCenter = 4;
export const retailCenter = 5;

export const distributionCenters = [
  centerOf(ownCenter, 'Amware', 'AMW', 'None', 'Warehouse'),
  centerOf(externalCenter, 'Fulfillment by Amazon', 'FBA', 'Amazon', 'ExternallyManaged'),
  centerOf(dropShipCenter, 'Supplier', 'DROP', 'None', 'DropShip'),
  centerOf(retailCenter, 'Shop in town', 'SHOP', 'None', 'RetailStore'),
  { ...centerOf(3, 'Old shed', 'SHED', 'None', 'Warehouse'), IsDeleted: true, DeletedDateUtc: '2019-04-01T00:00:00Z' },
];

export const isExternal = (center: number) =>
  distributionCenters.some(({ ID, IsExternallyManaged }) => ID === center && IsExternallyManaged);

/** The account's list of carriers and their classes: a fulfilment takes no other. */
export const carriers: Record<string, string[]> = {
  UPS: ['GROUND', 'NEXTDAY', '2DAY', 'STANDARD', 'WORLDWIDESAVER'],
  USPS: ['PRIORITY', 'FIRSTCLASS', 'GROUND'],
  FEDEX: ['GROUND', 'OVERNIGHT', 'INTLPRIORITY'],
  RoyalMail: ['TRACKED24', 'TRACKED48', 'INTLTRACKED', 'SPECIAL1PM'],
  DHL: ['EXPRESS', 'GROUND'],
};

function centerOf(ID: number, Name: string, Code: string, FulfillmentPartnerName: string, Type: string) {
  return {
    ...{ ID, Name, Code, FulfillmentPartnerName, ContactName: null, ContactEmail: null, ContactPhone: null },
    ...{ Address1: '1 Dock Road', Address2: null, City: 'Austin', StateOrProvince: 'TX', Country: 'US', PostalCode: '78701' },
    ...{ PickupLocation: false, ShipLocation: true, Type, IsExternallyManaged: Type === 'ExternallyManaged' },
    ...{ IsDeleted: false, DeletedDateUtc: null as string | null },
  };
}

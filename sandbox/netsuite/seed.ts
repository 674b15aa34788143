import type { Books } from './books.ts';

/** The unit of everything, and the case of twelve that some vendors sell. */
export const units = { each: 1, case: 2 } as const;
export const unitsOfCase = 12;

/** What every company has before it buys or sells: subsidiaries with their accounts, locations, units, methods, a customer and a vendor. */
export function seed(books: Books) {
  const put = (table: string, ...rows: Parameters<Books['put']>[1][]) => {
    for (const row of rows) books.put(table, row);
  };
  put('currency', { id: 1, symbol: 'USD', name: 'US Dollar' }, { id: 2, symbol: 'EUR', name: 'Euro' });
  put(
    'subsidiary',
    { id: 1, name: 'Demo Gifts Inc.', fullname: 'Demo Gifts Inc.', isinactive: 'F', iselimination: 'F' },
    { id: 2, name: 'Demo Gifts GmbH', fullname: 'Demo Gifts Inc. : Demo Gifts GmbH', parent: 1, isinactive: 'F', iselimination: 'F' },
    { id: 3, name: 'Eliminations', fullname: 'Demo Gifts Inc. : Eliminations', parent: 1, isinactive: 'F', iselimination: 'T' },
  );
  put(
    'location',
    { id: 11, name: 'Hebron KY', fullname: 'Hebron KY', subsidiary: 1, isinactive: 'F' },
    { id: 12, name: 'Reno NV', fullname: 'Reno NV', subsidiary: 1, isinactive: 'F' },
    { id: 13, name: 'Leipzig', fullname: 'Leipzig', subsidiary: 2, isinactive: 'F' },
    { id: 14, name: 'Old shop', fullname: 'Old shop', subsidiary: 1, isinactive: 'T' },
  );
  const account = (id: number, acctnumber: string, name: string, accttype: string, inactive = 'F') =>
    put('account', { id, acctnumber, accountsearchdisplayname: name, accttype, isinactive: inactive });
  account(101, '1200', 'Inventory', 'OthCurrAsset');
  account(102, '2050', 'Inventory received not billed', 'OthCurrLiab');
  account(103, '1210', 'Bestand', 'OthCurrAsset');
  account(104, '9999', 'Suspense', 'Expense', 'T');
  put('accountsubsidiarymap', { account: 101, subsidiary: 1 }, { account: 102, subsidiary: 1 }, { account: 102, subsidiary: 2 });
  put('accountsubsidiarymap', { account: 103, subsidiary: 2 }, { account: 104, subsidiary: 1 });
  put(
    'unitstypeuom',
    { internalid: units.each, unitstype: 1, unitname: 'Each', conversionrate: 1, baseunit: 'T' },
    { internalid: units.case, unitstype: 1, unitname: 'Case', conversionrate: unitsOfCase, baseunit: 'F' },
  );
  put('shipitem', { id: 21, itemid: 'UPS Ground', displayname: 'UPS Ground', isinactive: 'F' });
  put('shipitem', { id: 22, itemid: 'FedEx 2Day', displayname: 'FedEx 2Day', isinactive: 'F' });
  put('customer', { id: 31, entityid: 'CUST-31', altname: 'Alex Doe', companyname: null, email: 'alex@example.com', phone: '5125550100' });
  put('vendor', { id: 41, entityid: 'VEND-41', companyname: 'Pottery Works', email: 'orders@example.com' });
}

/** A column's type: a NUMERIC one is written as text, `date` and `time` are wall clocks of the account. */
export type ColumnType = 'id' | 'text' | 'number' | 'flag' | 'date' | 'time';
type Columns = Record<string, ColumnType>;

/** The permissions of a role, as NetSuite names them. Without one its rows are not there, and nobody says so. */
export const permissions = [
  'Sales Order',
  'Item Fulfillment',
  'Purchase Order',
  'Item Receipt',
  'Adjust Inventory',
  'Items',
  'Locations',
  'Subsidiaries',
  'Accounts',
  'Customers',
  'Vendors',
  'Units',
  'Shipping Items',
  'Currency',
] as const;
export type Permission = (typeof permissions)[number];

/** A table that SuiteQL can read; `needs` is the permission for all of its rows. */
type Table = { columns: Columns; key: string; needs?: Permission };

/** The tables and columns that this stand-in has. A query for any other is refused, as NetSuite refuses what it does not have. */
export const tables: Record<string, Table> = {
  transaction: {
    key: 'id',
    columns: {
      ...{ id: 'id', type: 'text', tranid: 'text', trandate: 'date', status: 'text', entity: 'id', currency: 'id' },
      ...{ otherrefnum: 'text', memo: 'text', email: 'text', lastmodifieddate: 'time', createddate: 'time', externalid: 'text' },
      ...{ shippingaddress: 'id', shipdate: 'date', duedate: 'date', foreigntotal: 'number', voided: 'flag' },
    },
  },
  transactionline: {
    key: 'uniquekey',
    columns: {
      ...{ uniquekey: 'id', transaction: 'id', id: 'id', linesequencenumber: 'id', mainline: 'flag', taxline: 'flag' },
      ...{ item: 'id', itemtype: 'text', quantity: 'number', quantityshiprecv: 'number', rate: 'number', foreignamount: 'number' },
      ...{ location: 'id', subsidiary: 'id', isclosed: 'flag', units: 'id', memo: 'text', createdfrom: 'id', expectedreceiptdate: 'date' },
      ...{ dropship: 'flag', kitcomponent: 'flag', kitmemberof: 'id' },
    },
  },
  previoustransactionlinelink: {
    key: 'previousdoc, previousline, nextdoc, nextline',
    columns: {
      ...{ previousdoc: 'id', previousline: 'id', previoustype: 'text', nextdoc: 'id', nextline: 'id', nexttype: 'text' },
    },
  },
  transactionshippingaddress: {
    key: 'nkey',
    columns: {
      ...{ nkey: 'id', addressee: 'text', attention: 'text', addr1: 'text', addr2: 'text', addr3: 'text', city: 'text' },
      ...{ state: 'text', zip: 'text', country: 'text', addrphone: 'text' },
    },
  },
  transactionshipment: { key: 'doc', columns: { doc: 'id', shippingmethod: 'id', shippingrate: 'number' } },
  item: {
    key: 'id',
    needs: 'Items',
    columns: {
      ...{ id: 'id', itemid: 'text', displayname: 'text', description: 'text', upccode: 'text', itemtype: 'text', isinactive: 'flag' },
      ...{
        islotitem: 'flag',
        isserialitem: 'flag',
        unitstype: 'id',
        stockunit: 'id',
        saleunit: 'id',
        purchaseunit: 'id',
        lastmodifieddate: 'time',
        includechildren: 'flag',
        isfulfillable: 'flag',
      },
    },
  },
  itemsubsidiarymap: { key: 'item, subsidiary', needs: 'Items', columns: { item: 'id', subsidiary: 'id' } },
  inventoryassignment: {
    key: '"transaction", transactionline, inventorynumber',
    columns: { transaction: 'id', transactionline: 'id', inventorynumber: 'id', quantity: 'number' },
  },
  inventorynumber: { key: 'id', needs: 'Items', columns: { id: 'id', item: 'id', inventorynumber: 'text' } },
  aggregateitemlocation: {
    key: 'item, location',
    needs: 'Items',
    columns: { item: 'id', location: 'id', quantityonhand: 'number', quantityavailable: 'number', quantitycommitted: 'number' },
  },
  unitstypeuom: {
    key: 'internalid',
    needs: 'Units',
    columns: { internalid: 'id', unitstype: 'id', unitname: 'text', conversionrate: 'number', baseunit: 'flag' },
  },
  location: {
    key: 'id',
    needs: 'Locations',
    columns: { id: 'id', name: 'text', fullname: 'text', subsidiary: 'id', isinactive: 'flag' },
  },
  subsidiary: {
    key: 'id',
    needs: 'Subsidiaries',
    columns: { id: 'id', name: 'text', fullname: 'text', parent: 'id', isinactive: 'flag', iselimination: 'flag' },
  },
  account: {
    key: 'id',
    needs: 'Accounts',
    columns: { id: 'id', acctnumber: 'text', accountsearchdisplayname: 'text', accttype: 'text', isinactive: 'flag' },
  },
  accountsubsidiarymap: { key: 'account, subsidiary', needs: 'Accounts', columns: { account: 'id', subsidiary: 'id' } },
  customer: {
    key: 'id',
    needs: 'Customers',
    columns: { id: 'id', entityid: 'text', altname: 'text', companyname: 'text', email: 'text', phone: 'text' },
  },
  vendor: { key: 'id', needs: 'Vendors', columns: { id: 'id', entityid: 'text', companyname: 'text', email: 'text' } },
  shipitem: { key: 'id', needs: 'Shipping Items', columns: { id: 'id', itemid: 'text', displayname: 'text', isinactive: 'flag' } },
  currency: { key: 'id', needs: 'Currency', columns: { id: 'id', symbol: 'text', name: 'text' } },
};

/** A kind of transaction: the word of SuiteQL's `type`, the name of its REST record, and the permission for it. */
export const kinds = {
  salesOrder: { type: 'SalesOrd', permission: 'Sales Order', words: ' -> Sales Order' },
  itemFulfillment: { type: 'ItemShip', permission: 'Item Fulfillment', words: ' -> Item Fulfillment' },
  purchaseOrder: { type: 'PurchOrd', permission: 'Purchase Order', words: ' -> Purchase Order' },
  itemReceipt: { type: 'ItemRcpt', permission: 'Item Receipt', words: ' -> Item Receipt' },
  inventoryAdjustment: { type: 'InvAdjst', permission: 'Adjust Inventory', words: ' -> Adjust Inventory' },
} as const satisfies Record<string, { type: string; permission: Permission; words: string }>;
export type Kind = keyof typeof kinds;

const declared: Record<ColumnType, string> = {
  id: 'INTEGER',
  text: 'TEXT',
  number: 'NUMERIC',
  flag: 'TEXT',
  date: 'DATE',
  time: 'TIMESTAMP',
};

/** The columns of a table that a file of an earlier version does not have yet. */
export const lackingColumns = (table: string, known: readonly string[]) =>
  Object.entries(tables[table]?.columns ?? {})
    .filter(([column]) => known.length > 0 && !known.includes(column))
    .map(([column, type]) => `ALTER TABLE main."${table}" ADD COLUMN "${column}" ${declared[type]}`);

/** The tables, and over each a view of the same name that shows what the role may see. */
export function tableStatements(): string {
  const granted = (right: string) => `EXISTS (SELECT 1 FROM main.granted WHERE granted.name = ${right})`;
  const kindOf = `CASE type ${Object.values(kinds)
    .map(({ type, permission }) => `WHEN '${type}' THEN '${permission}'`)
    .join(' ')} END`;
  const statements = Object.entries(tables).flatMap(([name, { columns, key, needs }]) => {
    const list = Object.entries(columns).map(([column, type]) => `"${column}" ${declared[type]}`);
    const visible = name === 'transaction' ? granted(kindOf) : needs ? granted(`'${needs}'`) : '1';
    const ofLines = `EXISTS (SELECT 1 FROM temp."transaction" t WHERE t.id = "transactionline"."transaction")`;
    return [
      `CREATE TABLE IF NOT EXISTS main."${name}" (${list.join(', ')}, PRIMARY KEY (${key}))`,
      `CREATE TEMP VIEW "${name}" AS SELECT * FROM main."${name}" WHERE ${name === 'transactionline' ? ofLines : visible}`,
    ];
  });
  return [
    'CREATE TABLE IF NOT EXISTS main.granted (name TEXT PRIMARY KEY)',
    'CREATE TABLE IF NOT EXISTS main.kept (name TEXT PRIMARY KEY, value TEXT)',
    ...statements,
    'CREATE INDEX IF NOT EXISTS main.line_of ON transactionline ("transaction", id)',
    'CREATE INDEX IF NOT EXISTS main.by_change ON "transaction" (type, lastmodifieddate, id)',
    'CREATE UNIQUE INDEX IF NOT EXISTS main.external ON "transaction" (externalid)',
  ].join(';\n');
}

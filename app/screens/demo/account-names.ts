/** Whose data the demo shows. */
export const accountName = 'Northwind Gifts';
/** An account without any. */
export const otherAccountName = 'Harbour Outdoor';

export const demoAccountNames: readonly string[] = [accountName, otherAccountName];

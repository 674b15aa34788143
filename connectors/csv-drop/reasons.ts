import { reasonsOf } from '../http/reasons.ts';

export const csvDropReasons = {
  'csv_drop.no_order': ({ id }: { id: string }) => `The file has no order ${id}.`,
  'csv_drop.not_csv': () => 'The reply is no CSV file.',
  'csv_drop.too_long': ({ lines }: { lines: number }) => `The file has more than ${lines} lines.`,
};

export const because = reasonsOf(csvDropReasons);

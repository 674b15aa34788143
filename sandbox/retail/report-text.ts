import type { RetailReport } from './report.ts';
import type { Totals } from './totals.ts';

const mostExceptions = 10;

/** The printed report: a table by country, a table by class of invoice, and the exceptions. */
export function reportText(report: RetailReport): string {
  const [countries, fates] = [countryTable(report), fateTable(report)];
  return [
    ...countries,
    '',
    ...fates,
    ...report.fates.flatMap(exceptionLines),
    ...listLine('missing', report.missing),
    ...listLine('doubled', report.doubled),
    ...listLine('charges sent to the warehouse', report.chargesSent),
    '',
    report.agrees ? 'The file and Crossdock agree.' : 'The file and Crossdock DO NOT agree.',
  ].join('\n');
}

function countryTable({ countries }: RetailReport): string[] {
  const cells = ({ lines, units, money }: Totals) => [String(lines), String(units), money];
  const rows = countries.map(({ country, file, crossdock, agrees }) => [
    country || '(none)',
    ...cells(file),
    ...cells(crossdock),
    agrees ? 'yes' : 'NO',
  ]);
  return table([['country', 'lines', 'units', 'money', 'lines here', 'units here', 'money here', 'equal'], ...rows]);
}

function fateTable({ fates }: RetailReport): string[] {
  const rows = fates.map((fate) => [fate.class, String(fate.invoices), String(fate.kept), fate.promise]);
  return table([['class', 'invoices', 'as promised', 'promise'], ...rows]);
}

function exceptionLines({ class: name, exceptions }: RetailReport['fates'][number]): string[] {
  const lines = exceptions.slice(0, mostExceptions).map(({ number, found }) => `  ${name} ${number}: ${found}`);
  const more = exceptions.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more} more ${name}`] : lines;
}

function listLine(name: string, numbers: string[]): string[] {
  if (numbers.length === 0) return [];
  return [`  ${name}: ${numbers.slice(0, mostExceptions).join(', ')}${numbers.length > mostExceptions ? ` … (${numbers.length})` : ''}`];
}

function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

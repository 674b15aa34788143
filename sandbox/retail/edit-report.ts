import type { SandboxState } from '../control/state.ts';
import type { RetailEdit } from './edits.ts';
import type { CrossdockRow } from './report.ts';

/** What became of the edited invoices of one kind. `waiting` is for a person; `beyond` must be empty, and so must `lost`. */
export type EditedInvoices = {
  kind: RetailEdit['kind'];
  edits: number;
  sold: number;
  held: number;
  waiting: number;
  /** More at the warehouse than was sold. */
  beyond: string[];
  /** Less than was sold, although nobody has to decide, or an order that came to no end. */
  lost: string[];
};

type Parcel = SandboxState['amware'][0]['orders'][0];

/** Compares what the edited invoices sold with what the warehouse has, wherever the channel moved it. */
export function editReport(edits: RetailEdit[], rows: CrossdockRow[], parcels: Parcel[]): EditedInvoices[] {
  const byRemoteId = new Map(rows.map((row) => [row.remoteId, row]));
  const held = unitsByLine(parcels);
  return (['split', 'merged', 'deleted'] as const).map((kind) => {
    const report: EditedInvoices = { kind, edits: 0, sold: 0, held: 0, waiting: 0, beyond: [], lost: [] };
    for (const edit of edits.filter((edit) => edit.kind === kind))
      judge(
        report,
        edit,
        edit.orders.flatMap((id) => byRemoteId.get(String(id)) ?? []),
        held,
      );
    return report;
  });
}

type Held = Map<string, { sku: string; units: number }>;

function judge(report: EditedInvoices, { kind, numbers, sold }: RetailEdit, rows: CrossdockRow[], held: Held): void {
  const here: Record<string, number> = {};
  for (const { sku, units } of rows.flatMap(({ lineReferences = [] }) => lineReferences.flatMap((reference) => held.get(reference) ?? [])))
    here[sku] = (here[sku] ?? 0) + units;
  const [name, unitsSold, unitsHere] = [numbers.join(' + '), total(sold), total(here)];
  const waits = rows.some(({ status, issues }) => (status === 'error' && issues.length > 0) || issues.includes('changed_after_release'));
  report.edits += 1;
  report.sold += unitsSold;
  report.held += unitsHere;
  report.waiting += waits ? 1 : 0;
  for (const sku of Object.keys(here)) if ((here[sku] ?? 0) > (sold[sku] ?? 0)) report.beyond.push(`${name} (${sku})`);
  const undecided = rows.filter((row) => !hasEnded(row)).map(({ status }) => status);
  // Merged into one that had left: a person may send it too.
  const mayBeSent = rows.some(({ endedBy }) => endedBy === 'merged');
  if (undecided.length > 0) report.lost.push(`${name} (${undecided.join(', ')})`);
  else if (kind !== 'deleted' && !waits && !mayBeSent && unitsHere < unitsSold) report.lost.push(`${name} (${unitsHere} of ${unitsSold})`);
}

const hasEnded = ({ status }: CrossdockRow) => ['fulfilled', 'cancelled', 'shipped', 'error'].includes(status);
const total = (units: Record<string, number>) => Object.values(units).reduce((sum, count) => sum + count, 0);

function unitsByLine(parcels: Parcel[]): Held {
  const held: Held = new Map();
  for (const { status, lines } of parcels)
    for (const { line_reference, sku, quantity, shipped } of lines) {
      const units = (held.get(line_reference)?.units ?? 0) + (status === 'cancelled' ? shipped : quantity);
      held.set(line_reference, { sku, units });
    }
  return held;
}

/** The printed lines, a table and the exceptions. */
export function editReportText(reports: EditedInvoices[]): string[] {
  if (reports.every(({ edits }) => edits === 0)) return [];
  return [
    '',
    'edited at the channel, in flight: kind, edits, units sold, units at the warehouse, edits that wait for a person',
    ...reports.map(({ kind, edits, sold, held, waiting }) => `  ${[kind, edits, sold, held, waiting].join('  ')}`),
    ...reports.flatMap(({ kind, beyond }) => beyond.map((name) => `  ${kind} ${name}: MORE AT THE WAREHOUSE THAN WAS SOLD`)),
    ...reports.flatMap(({ kind, lost }) => lost.map((name) => `  ${kind} ${name}: LOST`)),
  ];
}

export const editsAgree = (reports: EditedInvoices[]) => reports.every(({ beyond, lost }) => beyond.length + lost.length === 0);

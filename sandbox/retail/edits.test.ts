import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import type { SandboxState } from '../control/state.ts';
import { visit } from '../test/visit.ts';
import { editReport, editReportText, editsAgree } from './edit-report.ts';
import type { RetailEdit } from './edits.ts';
import type { CrossdockRow } from './report.ts';

test('a share of the orders is split, merged and deleted while it flows, and what was sold stays known', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const { control, steer } = await visit({ clock });
  await steer('/replay', { body: { limit: 200, immediate: 200, editedPercent: 30 } });
  await expect.poll(() => control.replay().state()?.finished).toBe(true);
  const before = control.seller().orders.size;
  clock.advance(6_000);
  control.runDue();
  const edits = control.replay().edits();
  const of = (kind: RetailEdit['kind']) => edits.filter((edit) => edit.kind === kind);
  for (const kind of ['split', 'merged', 'deleted'] as const) expect(of(kind).length).toBeGreaterThan(3);
  expect(control.seller().orders.size).toBe(before + of('split').length - of('merged').length - of('deleted').length);
  // Of what was not deleted, everything that was sold is in the orders that the edit names.
  for (const { orders, sold } of [...of('split'), ...of('merged')]) {
    const items = orders.flatMap((id) => control.seller().book.get(id)?.items ?? []).filter(({ adjustment }) => !adjustment);
    const now: Record<string, number> = {};
    for (const { sku, quantity } of items) now[sku] = (now[sku] ?? 0) + quantity;
    expect(now).toEqual(sold);
  }
});

const split: RetailEdit = { kind: 'split', numbers: ['536365'], sold: { MUG: 4 }, orders: [1, 2] };
const row = (remoteId: string, facts: Partial<CrossdockRow>): CrossdockRow => ({
  ...{ orderNumber: '536365', country: 'GB', lines: 1, units: 1, money: '1.00', status: 'fulfilled', issues: [], warehouseLines: 1 },
  ...{ chargeLinesSent: 0, remoteId, lineReferences: [remoteId], endedBy: null },
  ...facts,
});
const parcel = (line: number, quantity: number, status = 'shipped') =>
  ({
    status,
    lines: [{ line_reference: String(line), sku: 'MUG', quantity, shipped: status === 'shipped' ? quantity : 0 }],
  }) as SandboxState['amware'][0]['orders'][0];
const waiting = { status: 'error', issues: ['shared_goods'] };

test.each<[string, CrossdockRow[], [number, number][], boolean]>([
  [
    'both parts left',
    [row('1', {}), row('2', {})],
    [
      [1, 3],
      [2, 1],
    ],
    true,
  ],
  ['all left, and the part waits for a person', [row('1', {}), row('2', waiting)], [[1, 4]], true],
  [
    'more left than was sold',
    [row('1', {}), row('2', {})],
    [
      [1, 4],
      [2, 1],
    ],
    false,
  ],
  ['less left, and nobody has to decide', [row('1', {})], [[1, 3]], false],
  ['a part that came to no end', [row('1', {}), row('2', { status: 'pending' })], [[1, 3]], false],
])('%s', (_what, rows, held, agrees) => {
  const report = editReport(
    [split],
    rows,
    held.map(([line, quantity]) => parcel(line, quantity)),
  );
  expect(editsAgree(report)).toBe(agrees);
  expect(editReportText(report).some((line) => line.includes('536365'))).toBe(!agrees);
});

test('what the warehouse cancelled does not count', () => {
  const report = editReport([split], [row('1', {}), row('2', waiting)], [parcel(1, 4), parcel(2, 1, 'cancelled')]);
  expect(report[0]).toMatchObject({ edits: 1, sold: 4, held: 4, waiting: 1, beyond: [], lost: [] });
});

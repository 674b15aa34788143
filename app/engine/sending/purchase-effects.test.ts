import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { testDatabase } from '../../../test/database.ts';
import { buildBuyer } from '../../../test/shop/purchasing.ts';
import { lockPurchaseOrders } from '../../nouns/purchase-flow/lock.ts';
import { savePurchaseOrder } from '../../nouns/purchase-orders/actions/edit.ts';
import { hold } from '../../nouns/purchase-orders/actions/flags.ts';
import { getConnection } from '../../shared/connections/calls/session.ts';
import { claimEffects } from '../../shared/outbox/claim.ts';
import { recordOutcomes } from './replies/outcomes.ts';

const own = testDatabase();
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('the reply to an announcement and a command about its purchase order do not wait for each other', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'create_asn', kind: '500', probability: 1 });
  await buyer.sync();
  const { id } = await buyer.purchase('P-1');
  const token = randomUUID();
  await own.sql(`update outbox set due_at = now(), state = 'waiting', lease_token = null, lease_until = null where account_id = $1`, [
    buyer.accountId,
  ]);
  await own.sql(`update connections set blocked_until = null where account_id = $1`, [buyer.accountId]);
  const { effects } = await buyer.inTenant((tenant) => claimEffects(tenant, buyer.warehouseId, token, 5, sql`o.kind = 'announce'`));
  const [effect] = effects;
  if (!effect) throw new Error('Nothing is announced.');
  const [{ reference } = { reference: '' }] = await own.sql<{ reference: string }>('select reference from asns where account_id = $1', [
    buyer.accountId,
  ]);
  const state = { asnId: 'ASN-1', reference, status: 'announced' as const, changedAt: new Date(), orderNumbers: null, lines: null };
  // After a deadlock one of them would begin again.
  const began: string[] = [];
  const record = () =>
    buyer.inTenant(async (tenant) => {
      began.push('reply');
      const connection = await getConnection(tenant, buyer.engine.seal, buyer.warehouseId);
      if (!connection) throw new Error('There is no warehouse.');
      await recordOutcomes(
        tenant,
        connection,
        [{ effect, result: { ok: true, value: { kind: 'announced', state, digest: null } } }],
        token,
        false,
      );
    });
  let recording: Promise<void> | undefined;
  await buyer.inTenant(async (tenant) => {
    began.push('command');
    await lockPurchaseOrders(tenant, [id]);
    recording = record();
    await vi.waitFor(async () => expect(await own.sql(waiting)).not.toEqual([]), { timeout: 90_000 });
    await sql`update asns set withdrawn_at = withdrawn_at where account_id = ${tenant.accountId}`.execute(tenant.db);
    await sql`update outbox set due_at = due_at where account_id = ${tenant.accountId}`.execute(tenant.db);
  });
  await recording;
  expect(began).toEqual(['command', 'reply']);
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['announced'], warehouse_reference_number: 'ASN-1' });
});

test('that a change is refused which the warehouse was sent while it withdrew the announcement is no matter for a person', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  const { id, lines } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => savePurchaseOrder(tenant, id, { lines: [{ id: lines[0]?.id ?? 0, quantity: 12 }] }));
  const token = randomUUID();
  const claim = () => buyer.inTenant((tenant) => claimEffects(tenant, buyer.warehouseId, token, 5, sql`o.kind <> 'stock'`));
  const { effects: changes } = await claim();
  await buyer.inTenant(async (tenant) => void (await hold(tenant, await lockPurchaseOrders(tenant, [id]))));
  const { effects: withdrawals } = await claim();
  const recordReply = (kind: string, result: Parameters<typeof recordOutcomes>[2][number]['result']) =>
    buyer.inTenant(async (tenant) => {
      const connection = await getConnection(tenant, buyer.engine.seal, buyer.warehouseId);
      const effect = [...changes, ...withdrawals].find((each) => each.kind === kind);
      if (!connection || !effect) throw new Error(`Nothing is sent as ${kind}.`);
      await recordOutcomes(tenant, connection, [{ effect, result }], token, false);
    });
  await recordReply('withdraw', { ok: true, value: { kind: 'withdrawn', outcome: 'cancelled' } });
  await recordReply('announce_change', {
    ok: false,
    failure: { kind: 'rejected', code: 'too_late', reason: theirWords('It is cancelled.') },
  });
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'hold', asns: ['cancelled'], issues: [] });
});

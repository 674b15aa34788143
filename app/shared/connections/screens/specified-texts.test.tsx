import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { connectorNamed } from '../../../../connectors/index.ts';
import { rendered } from '../../../../test/rendered.tsx';
import { windowEntities } from '../../../base/scheduled-entities.ts';
import { pagesOf } from '../home/pages.ts';
import { stepsOf } from '../home/steps.ts';
import { FirstSteps } from '../home/widgets/first-steps.tsx';
import { NeedsList } from '../home/widgets/needs-list.tsx';
import { saveScheduleCall } from '../schedule/contract.ts';
import SchedulePage from '../schedule/schedule-page.tsx';
import * as sync from '../sync-options/contract.ts';
import { syncOptionsOf } from '../sync-options/options.ts';
import { SyncOptions } from '../sync-options/widgets/sync-options.tsx';
import { SyncOptionsForm } from '../sync-options/widgets/sync-options-modal.tsx';

// The texts that the specification quotes of a connection's sync options and schedule, in the situation that each belongs to.

const subsidiary = { id: '1', name: 'Demo Gifts Inc.' };
const netsuiteAccount = { id: '101', name: 'Inventory' };

describe('the inventory sync options', () => {
  test.each([
    ['that are chosen', { subsidiary, netsuiteAccount }, 'Demo Gifts Inc., Inventory'],
    ['that nobody has chosen', { subsidiary: null, netsuiteAccount: null }, 'Every subsidiary is read, and stock is booked nowhere.'],
    ['without an account', { subsidiary, netsuiteAccount: null }, 'Demo Gifts Inc. is read, and stock is booked nowhere.'],
  ])('%s', (_situation, options, says) => {
    expect(rendered(<SyncOptions slug="netsuite" options={options} mayMap />).replace(/\n+/g, '')).toContain(says);
  });

  test('the modal has subsidiary, then account', () => {
    const queries = new QueryClient();
    queries.setQueryData(['subsidiaries', 'netsuite'], [subsidiary, { id: '2', name: 'Demo Gifts GmbH' }]);
    queries.setQueryData(['accounts', 'netsuite', '1'], [netsuiteAccount]);
    const form = <SyncOptionsForm slug="netsuite" options={{ subsidiary, netsuiteAccount }} close={() => undefined} />;
    const text = rendered(form, { queries });
    const said = [
      'Subsidiary',
      '-- Select Subsidiary --',
      'Demo Gifts GmbH',
      'Account',
      '-- Select Account --',
      'Inventory',
      'Cancel',
      'Save',
    ];
    expect(said.filter((each) => !text.includes(each))).toEqual([]);
    expect(text.indexOf('Subsidiary')).toBeLessThan(text.indexOf('Account'));
    expect([sync.syncOptionsTitle, sync.optionsMissing]).toEqual([
      'Select Product Sync Options',
      'Subsidiary and account must be selected',
    ]);
  });

  test('are subsidiary and netsuiteAccount, each with a name', () => {
    const settings = { subsidiary_id: '1', subsidiary_name: 'Demo Gifts Inc.', adjustment_account_id: '101', account_name: 'Inventory' };
    expect(syncOptionsOf(connectorNamed('netsuite'), settings)).toEqual({ subsidiary, netsuiteAccount });
    const fields = (call: typeof sync.listSubsidiariesCall | typeof sync.listAccountsCall) => Object.keys(call.replies[200].element.shape);
    expect([fields(sync.listSubsidiariesCall), fields(sync.listAccountsCall)]).toEqual([
      ['id', 'name'],
      ['id', 'name'],
    ]);
    expect(Object.keys((sync.saveSyncOptionsCall.body as z.ZodObject).shape)).toEqual(['subsidiary', 'account', 'was']);
  });
});

describe('the schedule', () => {
  const unused = Object.fromEntries(
    windowEntities.flatMap((entity) => [
      [`use_time_window_${entity}`, false],
      [`start_sync_time_window_${entity}`, ''],
      [`end_sync_time_window_${entity}`, ''],
    ]),
  );
  const page = (over: object) => {
    const Page = SchedulePage as unknown as React.ComponentType<{ loaderData: object }>;
    const loaderData = { slug: 's', name: 'Shop', entities: windowEntities, settings: unused, states: [], mayChange: true, ...over };
    return rendered(<Page loaderData={loaderData} />);
  };

  test('has a window for each entity, orders first; its times are half hours after Select time', () => {
    const off = page({});
    expect(off.match(/.*: call in a time window only/g)).toEqual([
      'Orders: call in a time window only',
      'Products: call in a time window only',
      'Inventory: call in a time window only',
      'Purchase orders: call in a time window only',
    ]);
    expect(off).not.toContain('Select time');
    const on = page({ entities: ['orders'], settings: { ...unused, use_time_window_orders: true } });
    for (const each of ['Start time', 'End time', 'Select time', '12:00 am', '12:30 pm', '11:30 pm', 'Save schedule'])
      expect(on).toContain(each);
    expect(on.match(/^\d+:\d\d [ap]m$/gm)).toHaveLength(2 * 48);
    expect(on.match(/^Select time$/gm)).toHaveLength(2);
  });

  test('a window that is closed says when it opens', () => {
    const closed = { entity: 'orders', open: false, opens_at: null };
    expect(page({ states: [closed] })).toContain('Closed now.');
  });

  test.each(windowEntities)('the settings of %s have the specification’s names', (entity) => {
    const settings = {
      [`use_time_window_${entity}`]: '1',
      [`start_sync_time_window_${entity}`]: '09,00',
      [`end_sync_time_window_${entity}`]: '17,30',
    };
    expect((saveScheduleCall.body as z.ZodType).parse(settings)).toEqual({ ...settings, [`use_time_window_${entity}`]: true });
    expect((saveScheduleCall.body as z.ZodType).safeParse({ [`use_window_${entity}`]: '1' }).success).toBe(false);
  });
});

describe('a connection’s home', () => {
  const none = { codes: 0, orders: 0, purchaseOrders: 0 };
  const needs = { products: { ...none, codes: 2, orders: 1 }, shipping: { ...none, codes: 3, orders: 41 }, locations: none };

  test('says how many codes wait for a decision on each of its pages', () => {
    const text = rendered(<NeedsList slug="shop" needs={needs} />).replaceAll('\n', '');
    for (const each of ['3 codes are not mapped, 41 orders wait', 'Map codes', '2 SKUs are not linked, 1 order waits', 'Link SKUs'])
      expect(text).toContain(each);
    expect(text).not.toContain('Map locations');
    const ofPurchases = { ...needs, locations: { codes: 1, orders: 0, purchaseOrders: 1 } };
    const both = rendered(<NeedsList slug="shop" needs={ofPurchases} />).replaceAll('\n', '');
    expect(both).toContain('1 location is not mapped, 1 purchase order waitsMap locations');
    const led = rendered(<NeedsList slug="shop" needs={ofPurchases} isLed />);
    expect(led).toContain('Map locations');
    expect(led).not.toMatch(/Map codes|Link SKUs/);
    const pages = pagesOf({ slug: 'shop', capabilities: ['orders'] }, needs).map(({ label, count = 0 }) => `${label} ${count}`);
    expect(pages).toEqual([
      ...['Overview 0', 'Products 2', 'Shipping options 3', 'Locations 0', 'Presets 0', 'Field mappings 0', 'Schedule 0', 'Log 0'],
      'Settings 0',
    ]);
  });

  test('leads through what is missing, one step after the other', () => {
    const progress = { hasWarehouse: true, products: 4, linked: 1, shippingCodes: 2, shippingMapped: 0, orders: 0 };
    const steps =
      stepsOf(
        { name: 'Shop', capabilities: [] },
        { ...progress, atWarehouse: 0, shipped: 0, fulfilled: 0 },
        { ...needs, products: none, shipping: none },
      ) ?? [];
    const text = rendered(<FirstSteps slug="shop" steps={steps} />);
    expect(text).toContain('0 of 2 are mapped.');
    expect(text).toContain('Map shipping options');
    for (const other of ['Connect it', 'Link products', 'See its orders']) expect(text).not.toContain(other);
  });
});

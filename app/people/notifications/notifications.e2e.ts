import { expect, test } from 'vitest';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { holdCall } from '../../../test/browser/hold-calls.ts';
import { idle } from '../../../test/browser/idle.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { publish } from './publish.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

async function happen(connection: string): Promise<void> {
  const [account] = await product.database.sql<{ id: string }>(`select id from accounts where name = 'Northwind Gifts'`);
  await withoutPerson(product.database.database, Number(account?.id), (tenant) =>
    publish(tenant, {
      ...{ kind: 'needs_reconnect', path: '/settings/connectors' },
      sentence: { code: 'requests_refused', connection, reason: theirWords('It needs new credentials.') },
    }),
  );
}

test('the bell rings without a reload, shows what happened and leads there, by keyboard', async () => {
  // What the demo tells by itself would be counted too.
  await product.database.sql('delete from notifications');
  const page = await visit('/products', { as: 'amira@demo.crossdock' });
  await happen('ShipStation');
  await pressEnter(page.getByRole('button', { name: 'Notifications, 1 unread' }));
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByText('ShipStation refuses every request: It needs new credentials.').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await pressEnter(page.locator('button[aria-label="Notifications, 1 unread"]:focus'));
  await pressEnter(panel.getByRole('link', { name: /needs new credentials/ }));
  await page.waitForURL('**/settings/connectors');
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
});

test('an admin says who is told, mends a wrong address, and finds it in the audit', async () => {
  const page = await visit('/settings/notifications', { as: 'jonas@demo.crossdock', expected: [/422/, /409/] });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change who is mailed whatever happens here' }).click();
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('nobody');
  const saving = await holdCall(page, '**/api/notifications/email');
  await page.getByRole('button', { name: 'Save' }).click();
  await saving.begun;
  // What is typed now would be in no call.
  await expect.poll(() => email.isEnabled()).toBe(false);
  saving.go();
  await page.getByText('Email address must be valid').waitFor();
  await expect.poll(async () => [await email.inputValue(), await email.isEnabled()]).toEqual(['', true]);
  await email.fill('ops@northwind.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The e-mail notification was saved.').waitFor();
  await expect.poll(() => email.isEnabled()).toBe(false);
  const own = page.getByRole('table', { name: 'Notifications' }).getByLabel('Bell, and mail me: An import has ended');
  await expect.poll(async () => [await own.isChecked(), await own.isEnabled()]).toEqual([true, true]);
  await own.click();
  await expect.poll(async () => [await own.isChecked(), await own.isEnabled()]).toEqual([false, true]);
  await page.getByRole('button', { name: 'Change who is told: A purchase order was received' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'People' }).fill('Olive');
  await page.getByRole('option', { name: 'Olive Reyes' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Olive Reyes' }).waitFor();

  await page.getByRole('button', { name: 'Change who is told: Orders wait for a person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Orders wait for a person' });
  await dialog.getByLabel('After how many hours').fill('8');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click();
  // A colleague was first. Her hours are on the page behind the dialog, and in nothing that he saw when he began.
  const named = await product.database.sql<{ department: number | null; address: string | null }>(
    `select department_id::int as department, address from notification_rules r join accounts a on a.id = r.account_id
     where a.name = 'Northwind Gifts' and r.kind = 'orders_waiting'`,
  );
  const recipients = { departments: named.flatMap(({ department }) => department ?? []), people: [] };
  const cookie = await product.cookieOf('amira@demo.crossdock');
  const changed = await fetch(`${product.origin}/api/notifications/rules/orders_waiting`, {
    method: 'PUT',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ ...recipients, addresses: named.flatMap(({ address }) => address ?? []), hours: 6 }),
  });
  expect(changed.status).toBe(200);
  await page.getByText('Orders wait for a person for more than 6 hours').waitFor();
  const save = dialog.getByRole('button', { name: 'Save' });
  await pressEnter(save);
  await page.getByText(/changed this on .*, after 6 hours\. Look at it again before you save\./).waitFor();
  await pressEnter(idle(save));
  await page.getByText('Orders wait for a person for more than 8 hours').waitFor();
  await page.goto(`${product.origin}/settings/audit`);
  await page.getByText(/changed \w[\w ,]* of notification rule “A purchase order was received”/).waitFor();
  await page
    .getByText(/changed \w[\w ,]* of e-mail notification “account”/)
    .first()
    .waitFor();
  await expectAccessible(page);
});

test('a super admin suspends an account and lets it go on', async () => {
  const page = await visit('/settings/super/accounts', { as: 'sam@demo.crossdock' });
  await page.getByRole('button', { name: 'Suspend Harbour Outdoor' }).click();
  await page.getByRole('button', { name: 'Resume Harbour Outdoor' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resume Harbour Outdoor' }).click();
  await page.getByText('The account goes on.').waitFor();
  await page.getByRole('link', { name: 'Harbour Outdoor' }).first().click();
  await page.getByRole('heading', { name: 'Harbour Outdoor' }).waitFor();
  for (const done of ['resumed account “Harbour Outdoor”', 'suspended account “Harbour Outdoor”', 'created department “Returns”'])
    await page.getByText(done).first().waitFor();
  await expectAccessible(page);
});

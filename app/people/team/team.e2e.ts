import { expect, test } from 'vitest';
import { codeOf } from '../../../test/authenticator.ts';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { holdCall } from '../../../test/browser/hold-calls.ts';
import { idle } from '../../../test/browser/idle.ts';
import { faultsOfLayout } from '../../../test/browser/laid-out.ts';
import { pressEnter, pressSpace } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { demoPassword } from '../accounts/people/demo-people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('an account admin invites by keyboard, with the password again; who joins by the mail is made an admin, and removed', async () => {
  const amira = await visit('/settings/team', { as: 'amira@demo.crossdock', expected: [/403/, /422/] });
  await product.database.sql("update sessions set confirmed_at = now() - interval '1 hour'");
  await amira.getByRole('row', { name: /Olive Reyes.*User.*Orders, Support/ }).waitFor();
  await pressEnter(amira.getByRole('button', { name: 'Invite people' }));
  const emails = amira.getByRole('textbox', { name: 'E-mail addresses' });
  await emails.fill('max@example.org, ina@example.org, nobody');
  // Addresses that somebody pasted are not lost by a key.
  await amira.keyboard.press('Escape');
  await pressEnter(amira.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }));
  await amira.getByRole('combobox', { name: 'Departments' }).fill('Sup');
  await amira.getByRole('option', { name: 'Support' }).click();
  await amira.getByRole('listbox').waitFor({ state: 'hidden' });
  const invite = amira.getByRole('button', { name: 'Invite', exact: true });
  const password = amira.getByLabel('Your password');
  await pressEnter(invite);
  await amira.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
  await expectAccessible(amira);
  // Whoever would rather not is back in the dialog, with all that was typed.
  await password.press('Escape');
  await amira.getByText('This needs your password again. Nothing was changed.').waitFor();
  await expect.poll(() => emails.inputValue()).toBe('max@example.org, ina@example.org, nobody');
  await pressEnter(invite);
  await password.fill('not this one');
  await pressEnter(password);
  await amira.getByText('This is not your password.').waitFor();
  await password.fill(demoPassword);
  const inviting = await holdCall(amira, '**/settings/team/invitees');
  await pressEnter(password);
  await inviting.begun;
  // What was typed now would be lost with the addresses that are invited.
  await amira.locator('textarea[readonly]').waitFor();
  inviting.go();
  await amira.getByText('nobody is not an e-mail address.').waitFor();
  await expectAccessible(amira);
  await expect.poll(() => emails.inputValue()).toBe('nobody');
  await amira.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await pressEnter(amira.getByRole('button', { name: 'Delete the invitation of max@example.org' }));
  await amira.getByRole('dialog', { name: 'Delete the invitation of max@example.org?' }).getByText('The link in the mail ends.').waitFor();
  await pressEnter(amira.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await amira.getByText('The invitation of max@example.org was deleted. Its link ends.').waitFor();

  const { mails } = await (await amira.request.get('/api/outbox')).json();
  const link = /\/invitation\?token=\S+/.exec(mails[0].text)?.[0] ?? '';
  const ina = await visit(link, { phone: true, expected: [/401/] });
  await ina.getByRole('heading', { name: 'Join Northwind Gifts' }).waitFor();
  await expectAccessible(ina);
  await ina.getByRole('textbox', { name: 'Your name' }).fill('Ina Moss');
  await ina.getByRole('textbox', { name: 'Password' }).fill('a walk along the harbour');
  await ina.getByRole('button', { name: 'Join' }).click();
  await ina.waitForURL((url) => url.pathname === '/');

  await amira.reload();
  await pressEnter(amira.getByRole('button', { name: 'Edit Ina Moss' }));
  await pressSpace(amira.getByRole('checkbox', { name: 'Is Admin' }));
  await pressEnter(amira.getByRole('button', { name: 'Save' }));
  await amira.getByRole('row', { name: /Ina Moss.*Admin.*Support/ }).waitFor();
  await pressEnter(amira.getByRole('button', { name: 'Remove Ina Moss' }));
  await pressEnter(amira.getByRole('dialog').getByRole('button', { name: 'Remove' }));
  await amira.getByText('Ina Moss is no longer in your team.').waitFor();
});

test('of two who change a member at once the later is told how they are now, keeps what they chose, and may save it then', async () => {
  const page = await visit('/settings/team', { as: 'jonas@demo.crossdock', expected: [/409/] });
  const save = () => pressEnter(idle(page.getByRole('button', { name: 'Save' })));
  await pressEnter(page.getByRole('button', { name: 'Edit Olive Reyes' }));
  await page.getByRole('combobox', { name: 'Departments' }).fill('Purchasing');
  await page.getByRole('option', { name: 'Purchasing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Team Member' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click();
  await amiraPutsOliveInto('Inventory', 'Orders', 'Support');
  await page.getByRole('cell', { name: 'Inventory, Orders, Support', includeHidden: true }).waitFor();
  const saving = await holdCall(page, '**/api/departments/add-to-user');
  await save();
  await saving.begun;
  // What is chosen now would be in no call.
  await dialog.locator('[inert]').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':disabled')).waitFor();
  saving.go();
  await page.getByText(/changed Olive Reyes on .*\. Role: User\. Departments: Inventory, Orders, Support\./).waitFor();
  await save();
  await page.getByRole('row', { name: /Olive Reyes.*User.*Orders, Purchasing, Support/ }).waitFor();
});

/** By the call that the dialog makes. */
async function amiraPutsOliveInto(...names: string[]): Promise<void> {
  const { sql } = product.database;
  const [olive] = await sql<{ id: string }>("select id from users where email = 'olive@demo.crossdock'");
  const departments = await sql<{ id: string }>(
    "select d.id from departments d join accounts a on a.id = d.account_id where a.name = 'Northwind Gifts' and d.name = any($1)",
    [names],
  );
  const cookie = await product.cookieOf('amira@demo.crossdock');
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const body = JSON.stringify({ userId: Number(olive?.id), departments: departments.map(({ id }) => Number(id)) });
  expect((await fetch(`${product.origin}/api/departments/add-to-user`, { method: 'POST', headers, body })).status).toBe(200);
}

test('two-factor sign-in is required of everyone; who has none sets it up before the page that they opened', async () => {
  const amira = await visit('/settings/team', { as: 'amira@demo.crossdock', expected: [/409/] });
  const ask = async () => {
    await pressEnter(amira.getByRole('button', { name: 'Require it of everyone' }));
    await amira.getByText('Amira Baker').last().waitFor();
  };
  const requireIt = () => pressEnter(amira.getByRole('dialog').getByRole('button', { name: 'Require it' }));
  await ask();
  await requireIt();
  await amira.getByText('Set up two-factor sign-in for yourself first, in your profile.').waitFor();
  await product.database.sql("update users set two_factor_enabled = true where email = 'amira@demo.crossdock'");
  await amira.reload();
  await ask();
  // A colleague requires it first: what she was asked does not turn into its contrary.
  await product.database.sql(
    `with required as (update accounts set two_factor_required = true where name = 'Northwind Gifts' returning id)
     select pg_notify('crossdock', json_build_object('accountId', id, 'topic', 'team')::text) from required`,
  );
  await amira.getByText('Required of everyone: signing in takes a code').waitFor();
  await requireIt();
  await amira.getByRole('dialog').waitFor({ state: 'detached' });
  await amira.getByText('Required of everyone: signing in takes a code').waitFor();
  await expectAccessible(amira);

  const olive = await visit('/support-tickets?status=all', { as: 'olive@demo.crossdock', phone: true, expected: [/422/] });
  await olive.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor();
  await olive.getByText('Everyone at Northwind Gifts signs in with a code').waitFor();
  await expect.poll(() => faultsOfLayout(olive)).toEqual([]);
  await expectAccessible(olive);
  await olive.getByLabel('Your password').fill('not this one');
  await olive.keyboard.press('Enter');
  await olive.getByText('This is not your password.').waitFor();
  await olive.getByLabel('Your password').fill(demoPassword);
  await olive.keyboard.press('Enter');
  const key = (await olive.getByRole('button', { name: /Copy the key/ }).getAttribute('aria-label'))?.split(' ').at(-1) ?? '';
  await expect.poll(() => faultsOfLayout(olive)).toEqual([]);
  await olive.getByLabel('Code', { exact: true }).fill(codeOf(`otpauth://totp/x?secret=${key}`));
  await olive.keyboard.press('Enter');
  await expect.poll(() => olive.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
  await expectAccessible(olive);
  await olive.getByRole('button', { name: 'I have kept them' }).click();
  await olive.waitForURL('**/support-tickets?status=all');
  await olive.getByRole('heading', { name: 'Tickets' }).waitFor();
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { missingFields } from './address-sql.ts';
import { missingFrom } from './missing.ts';

const own = testDatabase();

const texts = ['', ' \t', 'Some'];
const every = ['US', 'us', ' ca ', 'GB', 'AE', 'ie', '', ' ', 'UK', 'Germany', 'xk'].flatMap((country) =>
  texts.flatMap((customer_name) =>
    texts.flatMap((address) =>
      texts.flatMap((city) =>
        [...texts, null].flatMap((state) => texts.map((postal_code) => ({ customer_name, address, city, state, postal_code, country }))),
      ),
    ),
  ),
);

test('the SQL of what an address lacks says the same as the rule', async () => {
  const { accountId, userId } = await addAccount(own);
  const { rows } = await inTenant(own.database, { accountId, userId }, (tenant) =>
    sql<{ missing: string[] }>`
      select array(select field from (${missingFields}) as missing order by place) as missing
      from rows from (json_to_recordset(${JSON.stringify(every)}::json)
        as (customer_name text, address text, city text, state text, postal_code text, country text)) with ordinality as o
      order by o.ordinality`.execute(tenant.db),
  );
  expect(rows.map(({ missing }) => missing)).toEqual(every.map(missingFrom));
});

test.each([
  ['a whole address', {}, []],
  ['an address in a country that has no postal codes', { country: 'AE', state: null, postal_code: '' }, []],
  ['an address in a country written in small letters', { country: 'us', state: '' }, ['state']],
  ['an address in a country by its name', { country: 'Germany' }, ['country']],
  ['an address of nothing but blanks', { address: '  ', city: '\t' }, ['address', 'city']],
])('%s', (_, parts, missing) => {
  const whole = { customer_name: 'Ada', address: '1 Main Street', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' };
  expect(missingFrom({ ...whole, ...parts })).toEqual(missing);
});

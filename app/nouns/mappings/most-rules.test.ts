import { expect, test } from 'vitest';
import { buildShop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { saveMapping, savePreset } from './rules/commands.ts';

const own = testDatabase();

test('a connection that has as many field mappings as it can have takes no other, and changes its own', async () => {
  const { accountId, channelId, inTenant } = await buildShop(own);
  await own.sql(
    `insert into field_mappings (account_id, connection_id, source_field, source_value, destination_field, destination_value)
     select $1::bigint, $2::bigint, 'city', 'City ' || n, 'note', 'A note' from generate_series(1, 2000) as n`,
    [accountId, channelId],
  );
  const names = { source_name: 'City', destination_name: 'Note' };
  const save = (source_value: string) =>
    inTenant((tenant) =>
      saveMapping(tenant, channelId, {
        ...names,
        ...{ source_field: 'city', source_value, destination_field: 'note', destination_value: 'Another' },
      }),
    );
  await expect(save('City 2001')).rejects.toThrow('A connection can have 2,000 field mappings. Delete some first.');
  expect(await save('City 2000')).toMatchObject({ waiting: 0 });
  const preset = { field_name: 'note', field_description: 'Note', field_value: 'Fragile' };
  expect(await inTenant((tenant) => savePreset(tenant, channelId, preset))).toMatchObject({ waiting: 0 });
});

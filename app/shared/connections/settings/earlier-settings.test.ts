import { expect, test } from 'vitest';
import { demoCompanies } from '../../../../sandbox/config.ts';
import type { FieldSchema } from '../../../ui/form/field-schema.ts';
import { available } from '../trying/available.ts';
import { demoSecrets } from './demo-secrets.ts';
import { withEarlierSettings } from './earlier-settings.ts';

const filled = (demo: boolean) => {
  const earlier = [
    { id: 7, name: 'My shop', connector: 'ship_station', settings: { api_origin: 'http://127.0.0.1:4817/ship-station', currency: 'GBP' } },
  ];
  const forms = withEarlierSettings(available, earlier, demo, ({ name }) => `${name} was connected before.`);
  const defaultsOf = (connector: string) => {
    const schema = forms.find(({ name }) => name === connector)?.schema as FieldSchema | undefined;
    return Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, field]) => [name, field.default]));
  };
  const earlierOf = (connector: string) => forms.find(({ name }) => name === connector)?.earlier;
  return { shipStation: defaultsOf('ship_station'), amware: defaultsOf('amware'), earlierOf };
};

test('what was disconnected is connected again with its settings, and in the demo with its keys', () => {
  const settings = { api_origin: 'http://127.0.0.1:4817/ship-station', currency: 'GBP' };
  expect(filled(true).shipStation).toMatchObject({ ...settings, api_key: 'demo-key', api_secret: 'demo-secret' });
  expect(filled(false).shipStation).toMatchObject({ ...settings, api_key: undefined, api_secret: undefined });
  expect(filled(true).amware).toMatchObject({ api_key: undefined });
  expect([filled(true).earlierOf('ship_station'), filled(true).earlierOf('amware')]).toEqual(['My shop was connected before.', undefined]);
});

test('the demo knows every secret of what it connects, as the sandbox does', () => {
  const connected = available.filter(({ name }) => ['amware', 'ship_station', 'channel_advisor', 'netsuite'].includes(name));
  const lacking = connected.flatMap(({ name, schema }) =>
    Object.entries((schema as FieldSchema).properties ?? {}).filter(([field, { secret }]) => secret && !demoSecrets[name]?.[field]),
  );
  expect([connected.length, lacking]).toEqual([4, []]);
  expect(demoSecrets.netsuite).toEqual({ private_key: demoCompanies[0]?.privateKey });
});

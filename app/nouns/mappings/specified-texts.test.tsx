import type { ComponentProps } from 'react';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rendered } from '../../../test/rendered.tsx';
import { formOf } from '../../ui/form/form-of.ts';
import FieldMappingsPage from './field-mappings/field-mappings-page.tsx';
import * as locations from './locations/contract.ts';
import LocationsPage from './locations/locations-page.tsx';
import { createMappableFieldCall, fieldIncomplete, listMappableFieldsCall } from './mappable-fields/contract.ts';
import MappableFieldsPage from './mappable-fields/fields-page.tsx';
import { fieldForm } from './mappable-fields/form.ts';
import PresetsPage from './presets/presets-page.tsx';
import * as rules from './rules/contract.ts';
import { mappingForm, presetForm } from './rules/load.ts';
import * as options from './shipping-options/contract.ts';
import ShippingOptionsPage from './shipping-options/shipping-options-page.tsx';

// The texts that the specification quotes of mappings and rules, in the situation that each belongs to, and its fields by name.

type Said = [situation: string, over: object, says: string[], not: string[]];

/** What a page says of these data. */
const shown = <P extends React.ComponentType<never>>(Page: P, data: object) => {
  const Rendered = Page as unknown as React.ComponentType<{ loaderData: object }>;
  return rendered(<Rendered loaderData={{ slug: 'ship_station', name: 'ShipStation', mayMap: true, ...data }} />);
};

function expectSaid(text: string, says: string[], not: string[]): void {
  expect(says.filter((each) => !text.includes(each))).toEqual([]);
  expect(not.filter((each) => text.split('\n').some((line) => line.startsWith(each)))).toEqual([]);
}

const ground = { code: 'UPSGR', name: 'Ground', carrier: 'UPS' };
const option: options.ShippingOption = {
  ...{ id: 3, connectorCode: 'ups_ground', description: 'UPS Ground', amwareCode: null, amwareShipping: null },
  ...{ waiting: 0, equal: null, alike: [] },
};
const mapped = { ...option, amwareCode: 'UPSGR', amwareShipping: 'Ground' };
const amwareCodes = [
  { carrier: 'Royal Mail', methods: [{ code: 'RM24', name: 'Tracked 24' }] },
  { carrier: 'UPS', methods: [{ code: 'UPSGR', name: 'Ground' }] },
];

describe('shipping options', () => {
  const always = [
    ...['Shipping code', 'Description', 'Shipping method', 'Royal Mail', 'UPS', 'Ground', 'Cancel'],
    'The table updates when new shipping options appear in imported orders.',
  ];
  const edited = [...always, 'Add Code', 'Get Shipping Options', 'All of UPS', 'All of Royal Mail', 'Delete ups_ground'];
  test.each<Said>([
    ['that nobody has mapped', { codesMapping: [option] }, [...edited, 'Save Shipping Options'], ['Update Shipping Options']],
    ['that are mapped', { codesMapping: [mapped] }, [...edited, 'Update Shipping Options'], ['Save Shipping Options']],
    ['that orders wait for', { codesMapping: [{ ...option, waiting: 41 }] }, ['41 orders wait'], []],
    [
      'of which one is named like a method',
      { codesMapping: [{ ...option, equal: ground }] },
      ['Same name: UPS Ground', 'Map equal names…'],
      [],
    ],
    ['of which one looks like a method', { codesMapping: [{ ...option, alike: [ground] }] }, ['Looks like', 'Use'], ['Map equal names…']],
    ['of which there are none', { codesMapping: [] }, ['No shipping options yet', 'Add Code', 'Save Shipping Options'], ['Delete']],
    [
      'for a person who may not map',
      { codesMapping: [option], mayMap: false },
      ['ups_ground', 'not mapped'],
      ['Add Code', 'Delete', 'Get'],
    ],
  ])('%s', (_situation, over, says, not) => {
    expectSaid(shown(ShippingOptionsPage, { amwareCodes, form: formOf(options.createShippingOptionCall), ...over }), says, not);
  });
});

describe('locations', () => {
  const row: locations.LocationRow = { id: 1, internal_id: 'W-1', connector_location: 'West', amware_location: 'RNO' };
  const always = ['Get Inventory Locations', 'Remap products’ locations'];
  const table = ['Connector location ID', 'Name', 'Warehouse location', 'W-1', 'West', 'Reno', 'Delete West', 'Save Connector Locations'];
  const places = [{ code: 'RNO', name: 'Reno' }];
  test.each<Said>([
    ['that are mapped', { stored: [row], places }, [...always, ...table], [locations.noProviderLocations]],
    ['without any of the provider’s', { stored: [row], places: [] }, [...always, locations.noProviderLocations], []],
    ['of which there are none', { stored: [], places }, [...always, 'No locations yet'], ['Save Connector Locations']],
    ['for a person who may not map', { stored: [row], places, mayMap: false }, ['West', 'Reno'], ['Delete', 'Get Inventory Locations']],
  ])('%s', (_situation, over, says, not) => {
    expectSaid(shown(LocationsPage, over), says, not);
  });
});

const either: rules.RuleField[] = [
  { name: 'country', description: 'Country' },
  { name: 'note', description: 'Note' },
];
const fields = { sources: either, destinations: either };
const preset: rules.Preset = { id: 1, field_name: 'note', field_description: 'Note', field_value: 'Fragile' };
const mapping: rules.FieldMapping = {
  ...{ id: 1, source_field: 'country', source_name: 'Country', source_value: 'DE' },
  ...{ destination_field: 'note', destination_name: 'Note', destination_value: 'To Germany' },
};
const history: rules.RuleEntry[] = [
  { id: 1, at: new Date(), who: 'Ann', verb: 'created', noun: 'preset', from: null, to: { ...preset, id: '1' } },
];
const precedence =
  'what a person edited on the order, a mapping with a source value, a mapping without one, a preset, what the channel sent';

describe('presets', () => {
  const page = (over: Partial<ComponentProps<typeof PresetsPage>['loaderData']>) =>
    shown(PresetsPage, { fields, form: presetForm(fields), rules: [preset], history: [], ...over });
  test.each<Said>([
    [
      'that are saved',
      {},
      ['Amware field', 'Preset value', '-- Select Field --', 'Add preset', 'Fragile', 'Delete the preset of Note', precedence],
      ['History'],
    ],
    ['of which there are none', { rules: [] }, ['No presets yet', 'Add preset'], ['Delete']],
    ['that were changed', { history }, ['History', 'Ann', 'No preset', 'Set Note to “Fragile”', 'Put back'], []],
    ['for a person who may not map', { mayMap: false }, ['Fragile'], ['Add preset', 'Delete']],
  ])('%s', (_situation, over, says, not) => {
    expectSaid(page(over), says, not);
  });
});

describe('field mappings', () => {
  const page = (over: object) => shown(FieldMappingsPage, { fields, form: mappingForm(fields), rules: [mapping], history: [], ...over });
  const form = ['Source field', 'Source value', 'Amware field', 'Destination value', 'Save rule', 'Try on an order', precedence];
  test.each<Said>([
    ['with both values', {}, [...form, 'DE', 'To Germany', 'Delete Country to Note'], ['default', 'source value']],
    ['without a source value', { rules: [{ ...mapping, source_value: '' }] }, ['default', 'To Germany'], ['source value']],
    ['without a destination value', { rules: [{ ...mapping, destination_value: '' }] }, ['DE', 'source value'], ['default']],
    ['of which there are none', { rules: [] }, ['No field mappings yet', ...form], ['Delete']],
    ['for a person who may not map', { mayMap: false }, ['DE', 'To Germany'], ['Save rule', 'Delete', 'Try']],
  ])('%s', (_situation, over, says, not) => {
    expectSaid(page(over), says, not);
  });
});

describe('mappable fields', () => {
  const field = {
    id: 1,
    connector_id: 'ship_station',
    connector_name: 'ShipStation',
    name: 'advancedOptions.customField1',
    description: 'Gift note',
  };
  const form = ['Field name', 'Field Description', 'Connector', '-- Select Connector --', 'ShipStation', 'Add field'];
  test.each<Said>([
    [
      'that are offered',
      { fields: [field] },
      [...form, 'advancedOptions.customField1', 'Gift note', 'Delete advancedOptions.customField1'],
      [],
    ],
    ['of which there are none', { fields: [] }, [...form, 'No fields yet'], ['Delete']],
  ])('%s', (_situation, over, says, not) => {
    expectSaid(shown(MappableFieldsPage, { form: fieldForm, ...over }), says, not);
  });
});

test('what is said of what lacks, before it is deleted, and where it fails', () => {
  expect([options.methodMissing, options.codeMissing, options.deleteQuestion]).toEqual([
    'Shipping method should be selected',
    'Shipping code fields should not be empty',
    'Are you sure you want to delete shipping option?',
  ]);
  expect([locations.deleteQuestion, locations.locationDeleted, locations.notDeleted, locations.providerNotLoaded]).toEqual([
    'Are you sure you want to delete this location mapping?',
    'Location mapping was deleted',
    'There was an error deleting location mapping',
    'There was an error loading Amware locations',
  ]);
  expect(locations.noProviderLocations).toBe('Please import Amware products to obtain inventory location selections');
  expect([rules.presetIncomplete, rules.mappingIncomplete, fieldIncomplete]).toEqual([
    'Both Amware field and preset value must be selected',
    'Both source and destination fields must be selected',
    'Field name, Field Description and Connector fields cannot be empty',
  ]);
});

const named = (schema: z.ZodType | undefined): string[] => {
  if (schema instanceof z.ZodArray) return named(schema.element as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};
const option200 = options.listShippingOptionsCall.replies[200].shape;
const mappings200 = rules.listFieldMappingsCall.replies[200].shape;
const mappable200 = listMappableFieldsCall.replies[200].shape;
test.each<[what: string, schema: z.ZodType | undefined, fields: string]>([
  ['a shipping option mapping', option200.codesMapping, 'id connectorCode description amwareShipping amwareCode'],
  ['a new one', options.createShippingOptionCall.body, 'account_id connector_id ship_code ship_name description'],
  ['the reply to it', options.createShippingOptionCall.replies[201], 'id message'],
  ['the channel’s own', options.readShippingOptionsCall.replies[200], 'codesMapping amwareCodes message'],
  ['those saved first', options.saveMappingCall.replies[200], 'message alertType'],
  ['a location mapping', locations.listLocationsCall.replies[200], 'id internal_id connector_location amware_location'],
  ['a preset', rules.listPresetsCall.replies[200].shape.presets, 'id field_name field_description field_value'],
  ['presets', rules.listPresetsCall.replies[200], 'amwareFields presets'],
  ['a new preset', rules.createPresetCall.body, 'field_name field_description field_value'],
  ['a mappable field', mappable200.mappableFields, 'id connector_id connector_name name description'],
  ['a new mappable field', createMappableFieldCall.body, 'connector_id connector_name name description'],
  ['field mappings', rules.listFieldMappingsCall.replies[200], 'sourceFields destinationFields fieldMappings'],
  ['a source field', mappings200.sourceFields, 'name description'],
  ['a destination field', mappings200.destinationFields, 'name description'],
  [
    'a field mapping',
    mappings200.fieldMappings,
    'id source_field source_name source_value destination_field destination_name destination_value',
  ],
])('%s has the fields of the specification', (_what, schema, expected) => {
  expect(named(schema)).toEqual(expect.arrayContaining(expected.split(' ')));
});

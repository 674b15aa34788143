import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { createPresetCall, deletePresetCall, type Preset, type PresetBody } from '../rules/contract.ts';
import { presetInWords, presetName } from '../rules/in-words.ts';
import { loadRules, presetForm } from '../rules/load.ts';
import { listPresets } from '../rules/queries.ts';
import { describe } from '../rules/widgets/add-rule.tsx';
import { type RuleKind, RulesPage } from '../rules/widgets/rules-page.tsx';
import type { Route } from './+types/presets-page.ts';

export const loader = page('work', (opened) => loadRules(opened, { noun: 'preset', list: listPresets, formOf: presetForm }));

const presets: RuleKind<Preset, PresetBody> = {
  title: 'Presets',
  many: 'presets',
  added: {
    title: 'Add a preset',
    verb: 'Add preset',
    question: 'Add this preset?',
    bodyOf({ field_name = '', field_value = '' }, { destinations }) {
      const preset = { field_name, field_description: describe(destinations, field_name), field_value };
      return { body: preset, change: field_name && field_value ? { preset } : null };
    },
    save: (name, body) => call(createPresetCall, { params: { name }, body }),
    replaced: (rules, { field_name }) => rules.find((rule) => rule.field_name === field_name)?.field_value,
  },
  columns: [
    { key: 'field_name', title: 'Amware field', cell: presetName, card: 'title', wraps: true },
    { key: 'field_value', title: 'Preset value', cell: ({ field_value }) => field_value, card: 'text', wraps: true },
  ],
  nameOf: (preset) => `the preset of ${presetName(preset)}`,
  inWords: (preset) => presetInWords(preset),
  seenOf: ({ field_value }) => field_value,
  deleteCall: deletePresetCall,
  deletionOf: (id) => ({ delete_preset: id }),
};

/** The values that every order of a connection has at the warehouse. */
export default function PresetsPage({ loaderData }: Route.ComponentProps) {
  const { name } = loaderData;
  return (
    <RulesPage
      loaded={loaderData}
      kind={presets}
      about={`A preset sets a field of every order of ${name}.`}
      empty={`Orders go to the warehouse as ${name} sends them.`}
    />
  );
}

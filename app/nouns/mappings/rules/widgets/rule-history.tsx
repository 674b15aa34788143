import { Section } from '../../../../ui/blocks/section.tsx';
import { PressButton } from '../../../../ui/buttons/row-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { OnCard } from '../../../../ui/list/columns/on-card.tsx';
import { DataTable } from '../../../../ui/list/data-table.tsx';
import type { Column } from '../../../../ui/list/declaration.ts';
import { Ago } from '../../../../ui/time/relative-time.tsx';
import { useConfirmedSave } from '../../saves/use-confirmed-save.tsx';
import { putBackRuleCall, type RuleEntry } from '../contract.ts';
import { mappingInWords, mappingName, presetInWords, presetName } from '../in-words.ts';
import { impactQuery } from './impact-line.tsx';

/** Who saved and deleted which rule, from what to what; each can be put back as it was before. */
export function RuleHistory({ slug, entries, mayMap }: { slug: string; entries: readonly RuleEntry[]; mayMap: boolean }) {
  const put = useSave();
  const { save, question } = useConfirmedSave();
  if (entries.length === 0) return null;
  const ask = (id: number) =>
    save({
      ...{ title: 'Put this rule back?', verb: 'Put back', preview: impactQuery(slug, { put_back: id }) },
      run: () => put(putBackRuleCall, { params: { name: slug, id } }),
    });
  const button = (entry: RuleEntry) => (
    <PressButton aria-label={`Put back: ${formerInWords(entry)}`} run={() => ask(entry.id)}>
      Put back
    </PressButton>
  );
  const actions = { key: 'actions', title: 'Actions', width: 110, align: 'right', card: 'badge', cell: button } as const;
  const list = {
    ...{ rowKey: ({ id }: RuleEntry) => id, rowName: formerInWords },
    columns: [...columns, ...(mayMap ? [actions] : [])],
  };
  return (
    <Section title="History">
      <DataTable list={list} rows={entries} label="History of rules" />
      {question}
    </Section>
  );
}

const columns: readonly Column<RuleEntry>[] = [
  { key: 'at', title: 'When', width: 96, cell: ({ at }) => <Ago at={at} />, card: 'title' },
  { key: 'who', title: 'Who', width: 120, cell: ({ who }) => who, card: 'text', wraps: true },
  { key: 'from', title: 'From', cell: ({ from, noun }) => <Side title="From" rule={from} noun={noun} />, card: 'text', wraps: true },
  { key: 'to', title: 'To', cell: ({ to, noun }) => <Side title="To" rule={to} noun={noun} />, card: 'text', wraps: true },
];

type Values = Record<string, string>;

/** The rule before or after; a card has no headings. */
const Side = ({ title, rule, noun }: { title: string; rule: Values | null; noun: string }) => (
  <>
    <OnCard>{title}: </OnCard>
    {rule ? inWords(rule) : `No ${noun}`}
  </>
);

const isPreset = (rule: Values) => rule.field_name !== undefined;

/** What a rule does. */
const inWords = (rule: Values) => (isPreset(rule) ? presetInWords(rule) : mappingInWords(rule));

/** What the rule did before, or that there was none. */
function formerInWords({ from, to, noun }: RuleEntry): string {
  if (from) return inWords(from);
  const rule = to ?? {};
  return `no ${noun} of ${isPreset(rule) ? presetName(rule) : mappingName(rule)}`;
}

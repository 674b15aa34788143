import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { Section } from '../../../../ui/blocks/section.tsx';
import { PressButton } from '../../../../ui/buttons/row-button.tsx';
import { EndCell, MappingTable } from '../../../../ui/mapping-table/mapping-table.tsx';
import { Ago } from '../../../../ui/time/relative-time.tsx';
import { useAskedFirst } from '../../saves/use-asked-first.tsx';
import { putBackRuleCall, type RuleEntry } from '../contract.ts';
import { mappingInWords, mappingName, presetInWords, presetName } from '../in-words.ts';
import { impactQuery } from './impact-line.tsx';

/** Who saved and deleted which rule, from what to what; each can be put back as it was before. */
export function RuleHistory({ slug, entries, mayMap }: { slug: string; entries: readonly RuleEntry[]; mayMap: boolean }) {
  const { revalidate } = useRevalidator();
  const { save, question } = useAskedFirst();
  if (entries.length === 0) return null;
  const putBack = async (id: number) => {
    showAlert('success', (await call(putBackRuleCall, { params: { name: slug, id } })).message);
    await revalidate();
  };
  const ask = (id: number) =>
    save({ title: 'Put this rule back?', verb: 'Put back', preview: impactQuery(slug, { put_back: id }), run: () => putBack(id) });
  return (
    <Section title="History">
      <MappingTable label="History of rules" head={['When', 'Who', 'From', 'To']} actions={mayMap}>
        {entries.map(({ id, at, who, noun, from, to }) => (
          <tr key={id}>
            <td style={{ whiteSpace: 'nowrap' }}>
              <Ago at={at} />
            </td>
            <td>{who}</td>
            <td>{from ? inWords(from) : `No ${noun}`}</td>
            <td>{to ? inWords(to) : `No ${noun}`}</td>
            {mayMap && (
              <EndCell>
                <PressButton aria-label={`Put back: ${from ? inWords(from) : none(noun, to ?? {})}`} run={() => ask(id)}>
                  Put back
                </PressButton>
              </EndCell>
            )}
          </tr>
        ))}
      </MappingTable>
      {question}
    </Section>
  );
}

type Values = Record<string, string>;

const isPreset = (rule: Values) => rule.field_name !== undefined;

/** What a rule does. */
const inWords = (rule: Values) => (isPreset(rule) ? presetInWords(rule) : mappingInWords(rule));

/** That there was no such rule. */
const none = (noun: string, rule: Values) => `no ${noun} of ${isPreset(rule) ? presetName(rule) : mappingName(rule)}`;

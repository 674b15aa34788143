import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { PressButton } from '../../../ui/row-button.tsx';
import { Section } from '../../../ui/section.tsx';
import { ShortTable } from '../../../ui/short-table.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { putBackRuleCall, type RuleEntry } from '../contract.ts';

/** Who saved and deleted which rule, from what to what; each can be put back as it was before. */
export function RuleHistory({ slug, entries, mayMap }: { slug: string; entries: readonly RuleEntry[]; mayMap: boolean }) {
  const { revalidate } = useRevalidator();
  if (entries.length === 0) return null;
  const putBack = async (id: number) => {
    showAlert('success', (await call(putBackRuleCall, { params: { name: slug, id } })).message);
    await revalidate();
  };
  return (
    <Section title="History">
      <ShortTable aria-label="History of rules">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            {mayMap && <td />}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, at, who, noun, from, to }) => (
            <tr key={id}>
              <td>
                <Ago at={at} />
              </td>
              <td>{who}</td>
              <td>{from ? written(from) : `no ${noun}`}</td>
              <td>{to ? written(to) : `no ${noun}`}</td>
              {mayMap && (
                <td data-figure>
                  <PressButton aria-label={`Put back ${written(from ?? to ?? {})}`} run={() => putBack(id)}>
                    Put back
                  </PressButton>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </ShortTable>
    </Section>
  );
}

function written(rule: Record<string, string>): string {
  if (rule.field_name !== undefined) return `${rule.field_name} is ${rule.field_value}`;
  return `${rule.source_field} (${rule.source_value || 'default'}) sets ${rule.destination_field} to ${rule.destination_value || 'source value'}`;
}

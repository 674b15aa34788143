import { useState } from 'react';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { EndCell, MappingTable } from '../../../ui/mapping-table/mapping-table.tsx';
import { Waits } from '../addresses/waits.tsx';
import { kinds } from '../kinds.ts';
import type { Rule } from '../rules.ts';

const EditRule = lazily(() => import('./edit-rule.tsx'));

type Named = { id: number; name: string };
type Props = {
  rules: Rule[];
  hours: number;
  departments: Named[];
  people: Named[];
  /** Addresses that have not confirmed yet. */
  waiting: readonly string[];
  mayChange: boolean;
};

/** Whom the account has named for each kind of event. */
export function Rules({ rules, hours, departments, people, waiting, mayChange }: Props) {
  const [edited, setEdited] = useState<Rule | null>(null);
  return (
    <>
      <MappingTable label="Who is notified" head={['When', 'Who is notified']} actions={mayChange}>
        {rules.map((rule) => (
          <tr key={rule.kind}>
            <th scope="row">{labelOf(rule, hours)}</th>
            <td>
              {namedIn(rule)}
              {rule.addresses
                .filter((each) => waiting.includes(each))
                .map((each) => (
                  <Waits key={each} address={each} mayChange={mayChange} />
                ))}
            </td>
            {mayChange && (
              <EndCell>
                <RowButton aria-label={`Change who is told: ${kinds[rule.kind].label}`} onClick={() => setEdited(rule)}>
                  Change
                </RowButton>
              </EndCell>
            )}
          </tr>
        ))}
      </MappingTable>
      {edited && <EditRule rule={edited} hours={hours} departments={departments} people={people} onClose={() => setEdited(null)} />}
    </>
  );
}

const labelOf = ({ kind }: Rule, hours: number) =>
  kind === 'orders_waiting' ? `Orders wait for a person for more than ${hours === 1 ? 'an hour' : `${hours} hours`}` : kinds[kind].label;

function namedIn({ kind, departments, people, addresses }: Rule) {
  const named = [...departments, ...people].map(({ name }) => name).concat(addresses);
  if (named.length > 0) return named.join(', ');
  const { department } = kinds[kind];
  return <span className="soft">{department ? `${department}, or admins when nobody is in it` : 'Whoever it concerns'}</span>;
}

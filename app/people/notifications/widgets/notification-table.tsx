import { useState } from 'react';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { EndCell, MappingTable } from '../../../ui/mapping-table/mapping-table.tsx';
import { Waits } from '../addresses/waits.tsx';
import { usualRecipients } from '../kinds.ts';
import type { MailChoice } from '../mutes.ts';
import type { Rule } from '../rules.ts';
import { EmailFields } from './email-notification.tsx';
import { MailMe } from './mail-me.tsx';

const EditRule = lazily(() => import('./edit-rule.tsx'));

type Named = { id: number; name: string };
type Props = {
  rules: Rule[];
  hours: number;
  departments: Named[];
  people: Named[];
  /** Of every kind of event, whether who looks is mailed about it. */
  own: MailChoice[];
  /** Addresses that have not confirmed yet. */
  waiting: readonly string[];
  mayChange: boolean;
  /** The address that is mailed whatever happens. */
  always: Omit<React.ComponentProps<typeof EmailFields>, 'children' | 'mayChange'>;
};

/** A line for each kind of event: whom the account has named for it, how they hear of it, and whether who looks is mailed too. */
export function NotificationTable({ rules, hours, departments, people, own, waiting, mayChange, always }: Props) {
  const [edited, setEdited] = useState<Rule | null>(null);
  return (
    <>
      <MappingTable label="Notifications" head={['When', 'Who is notified', 'How']} actions={mayChange}>
        {own.map((choice) => {
          const rule = rules.find(({ kind }) => kind === choice.kind);
          return (
            <tr key={choice.kind}>
              <th scope="row">{labelOf(choice, hours)}</th>
              <td>
                {rule ? namedIn(rule) : <span className="soft">Only you</span>}
                {rule?.addresses
                  .filter((each) => waiting.includes(each))
                  .map((each) => (
                    <Waits key={each} address={each} mayChange={mayChange} />
                  ))}
              </td>
              <td>
                <MailMe choice={choice} />
              </td>
              {mayChange && (
                <EndCell>
                  {rule && (
                    <RowButton aria-label={`Change who is told: ${choice.label}`} onClick={() => setEdited(rule)}>
                      Change
                    </RowButton>
                  )}
                </EndCell>
              )}
            </tr>
          );
        })}
        <EmailFields {...always} mayChange={mayChange}>
          {(fields, begin) => (
            <tr>
              <th scope="row">Whatever happens here</th>
              <td>{fields}</td>
              <td>E-mail</td>
              {mayChange && (
                <EndCell>
                  {begin && (
                    <RowButton aria-label="Change who is mailed whatever happens here" onClick={begin}>
                      Change
                    </RowButton>
                  )}
                </EndCell>
              )}
            </tr>
          )}
        </EmailFields>
      </MappingTable>
      {edited && <EditRule rule={edited} hours={hours} departments={departments} people={people} onClose={() => setEdited(null)} />}
    </>
  );
}

const labelOf = ({ kind, label }: MailChoice, hours: number) =>
  kind === 'orders_waiting' ? `Orders wait for a person for more than ${hours === 1 ? 'an hour' : `${hours} hours`}` : label;

function namedIn({ kind, departments, people, addresses }: Rule) {
  const named = [...departments, ...people].map(({ name }) => name).concat(addresses);
  if (named.length > 0) return named.join(', ');
  return <span className="soft">{usualRecipients(kind)}</span>;
}

import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../platform/call.ts';
import { showError } from '../../../../ui/alerts/alerts.ts';
import { Section } from '../../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { WholeNumbers } from '../../../../ui/text/whole-numbers.tsx';
import { type RuleChange, type RuleField, type Trial, tryRuleCall } from '../contract.ts';
import { nameOf } from '../name-of.ts';
import { whyNothing } from '../why-nothing.ts';
import classes from './try-rule.module.css';

type Props = {
  slug: string;
  /** The rule as it is typed; empty while it lacks something. */
  change: RuleChange;
  fields: readonly RuleField[];
};

/** A rule, and what it would do: side by side where there is room. */
export const BesideEachOther = ({ children }: { children: React.ReactNode }) => <div className={classes.sides}>{children}</div>;

/** Tries the rule that is being typed on any order: source, and what would go to the warehouse before and after. */
export function TryRule({ slug, change, fields }: Props) {
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState<Tried | null>(null);
  const run = async () => {
    try {
      setTried({ change, ...(await call(tryRuleCall, { params: { name: slug }, body: { ...change, order: number } })) });
    } catch (error) {
      setTried(null);
      showError(error);
    }
  };
  return (
    <Section title="Try on an order">
      <Group align="flex-end" gap={8}>
        <TextInput
          label="Order number"
          placeholder="the newest order"
          value={number}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          autoComplete="off"
        />
        <SubmitButton variant="default" run={run}>
          Try
        </SubmitButton>
      </Group>
      {tried && <Outcome tried={tried} fields={fields} />}
    </Section>
  );
}

/** With the rule as it was when it was tried: what is typed may be another by now. */
type Tried = Trial & { change: RuleChange };

function Outcome({ tried, fields }: { tried: Tried; fields: readonly RuleField[] }) {
  const { order, source, before, after, change } = tried;
  const why = whyNothing(change, tried);
  const titleOf = (name: string) => nameOf(fields.find((field) => field.name === name)?.description ?? name);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <>
      {why && (
        <p role="status" className={classes.why}>
          {why}
        </p>
      )}
      <ShortTable className={classes.tried} aria-label={`Order ${order.order_number} before and after`}>
        <caption>
          <WholeNumbers text={`What would go to the warehouse of order ${order.order_number}`} />
        </caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{titleOf(name)}</th>
              <td>{before[name] ?? '–'}</td>
              <td>{before[name] === after[name] ? (after[name] ?? '–') : <mark>{after[name] ?? 'nothing'}</mark>}</td>
            </tr>
          ))}
        </tbody>
      </ShortTable>
      <details>
        <summary>What the channel’s order says</summary>
        <ShortTable className={classes.tried} aria-label="Source fields">
          <tbody>
            {Object.entries(source).map(([name, value]) => (
              <tr key={name}>
                <th scope="row" className="mono">
                  {name}
                </th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </ShortTable>
      </details>
    </>
  );
}

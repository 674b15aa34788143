import { Button, Text } from '@mantine/core';
import { onlyAdmins, roleOf } from '../connection.ts';
import type { Connectable } from '../contract.ts';
import classes from './available-list.module.css';
import { ConnectorMark } from './connector-mark.tsx';

type Props = { available: readonly Connectable[]; mayConnect: boolean; onChoose: (name: string) => void };

/** The connectors with a Connect button, or the reason why this person may not connect. */
export function AvailableList({ available, mayConnect, onChoose }: Props) {
  return (
    <>
      <ul>
        {available.map(({ name, label, logo, capabilities }) => (
          <li key={name} className={classes.row}>
            <ConnectorMark label={label} logo={logo} />
            <span className={classes.name}>{label}</span>
            <span className={`soft ${classes.role}`}>{roleOf({ capabilities })}</span>
            <Button size="xs" variant="default" disabled={!mayConnect} aria-label={`Connect ${label}`} onClick={() => onChoose(name)}>
              Connect
            </Button>
          </li>
        ))}
      </ul>
      {!mayConnect && (
        <Text size="xs" c="dimmed" pt={8}>
          {onlyAdmins}
        </Text>
      )}
    </>
  );
}

import { href, Link } from 'react-router';
import { Ago } from '../../../ui/time/relative-time.tsx';
import type { Disconnected } from '../contract.ts';
import classes from './available-list.module.css';
import { ConnectorMark } from './connector-mark.tsx';

/** What was connected once, with its log. */
export function DisconnectedList({ connections }: { connections: readonly Omit<Disconnected, 'connector' | 'settings'>[] }) {
  return (
    <ul>
      {connections.map(({ id, name, connector_label, connector_logo, at, because }) => (
        <li key={id} className={classes.row}>
          <ConnectorMark label={connector_label} logo={connector_logo} />
          <span className={classes.name}>{name}</span>
          <span className={`soft ${classes.role}`}>
            {name !== connector_label && `${connector_label} · `}disconnected <Ago at={at} />
            {because && <> · {because}</>}
          </span>
          <Link to={href('/settings/connectors/:name/logs', { name: String(id) })} aria-label={`Log of ${name}`}>
            Log
          </Link>
        </li>
      ))}
    </ul>
  );
}

import { href, Link } from 'react-router';
import type { ShownFlow } from '../../../ui/blocks/draw-flow.ts';
import { FlowRate } from '../../../ui/blocks/sparkline.tsx';
import { HealthDot } from '../../../ui/status/health-dot.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { roleOf, waitingWords } from '../connection.ts';
import type { Connection } from '../contract.ts';
import { ConnectorMark } from '../widgets/connector-mark.tsx';
import classes from './connection-list.module.css';

type Row = Pick<
  Connection,
  | 'slug'
  | 'name'
  | 'connector_label'
  | 'connector_logo'
  | 'capabilities'
  | 'health'
  | 'health_sentence'
  | 'last_ok_at'
  | 'waiting'
  | 'behind_minutes'
> & {
  /** What flows through a channel. */
  flow: ShownFlow | null;
};
type Props<Shown> = {
  connections: readonly Shown[];
  /** Details of each, below its row. */
  below?: (connection: Shown) => React.ReactNode;
};

/** The connections with their health, last reply, and what waits for them. */
export function ConnectionList<Shown extends Row>({ connections, below }: Props<Shown>) {
  return (
    <ul className={classes.list}>
      {connections.map((connection) => (
        <li key={connection.slug} className={classes.row} data-health={connection.health}>
          <Line connection={connection} />
          {below && <div className={classes.below}>{below(connection)}</div>}
        </li>
      ))}
    </ul>
  );
}

function Line({ connection }: { connection: Row }) {
  const { slug, name, connector_label, connector_logo, health, health_sentence, flow, last_ok_at, waiting } = connection;
  const role = roleOf(connection);
  return (
    <>
      <HealthDot health={health} />
      <ConnectorMark label={connector_label} logo={connector_logo} />
      <div className={classes.name}>
        <Link to={href('/settings/connectors/:name', { name: slug })}>{name}</Link>
        <span className={classes.kind}>{name.startsWith(connector_label) ? role : `${connector_label} · ${role}`}</span>
      </div>
      <p className={classes.sentence}>{health_sentence}</p>
      <p className={classes.flow}>{flow && <FlowRate {...flow} />}</p>
      <p className={classes.reply}>
        {last_ok_at ? (
          <>
            Last reply <Ago at={last_ok_at} />
          </>
        ) : (
          'No reply yet'
        )}
      </p>
      <p className={classes.waiting} data-some={waiting > 0 || undefined}>
        {waiting > 0 ? waitingWords(connection) : 'Nothing to send'}
      </p>
    </>
  );
}

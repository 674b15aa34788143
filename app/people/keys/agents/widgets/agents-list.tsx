import { RowActions, RowButton } from '../../../../ui/buttons/row-button.tsx';
import { DeleteButton } from '../../../../ui/dialog/delete-button.tsx';
import { DataTable } from '../../../../ui/list/data-table.tsx';
import type { Column } from '../../../../ui/list/declaration.ts';
import classes from '../../widgets/keys.module.css';
import { lastUsed } from '../../widgets/keys-list.tsx';
import { refusedWithoutCode } from '../../widgets/refused-without-code.ts';
import { agentScopes, agentScopeTexts } from '../agent-scopes.ts';
import { type ConnectedAgent, disconnectAgentCall } from '../contract.ts';

type Props = { agents: readonly ConnectedAgent[]; onCalls: (agent: ConnectedAgent) => void };

/** The agents that people connected: what each may, and when it was used last. */
export function AgentsList({ agents, onCalls }: Props) {
  const columns: Column<ConnectedAgent>[] = [
    { key: 'name', title: 'Name', cell: named, card: 'title', wraps: true },
    { key: 'state', title: 'State', width: 150, cell: stateOf, card: 'badge', wraps: true },
    { key: 'scopes', title: 'Access', cell: accessOf, card: 'text', wraps: true, hideBelow: 'md' },
    { key: 'used', title: 'Last used', width: 130, cell: lastUsed, card: 'text', wraps: true, hideBelow: 'sm' },
    {
      ...{ key: 'actions', title: 'Actions', width: 200, align: 'right', card: 'figure' },
      cell: (agent) => <Actions of={agent} onCalls={onCalls} />,
    },
  ];
  return <DataTable list={{ columns, rowKey: ({ id }) => id, rowName: ({ name }) => name }} rows={agents} label="Agents" />;
}

const states = { active: 'Connected', expired: 'Expired', revoked: 'Disconnected' };
const stateOf = ({ state, connected_by }: ConnectedAgent) =>
  state === 'needs_two_factor' ? refusedWithoutCode(connected_by) : states[state];

const named = ({ name, host, connected_by }: ConnectedAgent) => (
  <>
    {name}
    <span className={classes.below}>
      of {host}, connected by {connected_by}
    </span>
  </>
);

const accessOf = ({ scopes }: ConnectedAgent) =>
  agentScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => agentScopeTexts[scope])
    .join('; ');

function Actions({ of, onCalls }: { of: ConnectedAgent; onCalls: Props['onCalls'] }) {
  const { id, name, state } = of;
  return (
    <RowActions>
      <RowButton aria-label={`Calls of ${name}`} onClick={() => onCalls(of)}>
        Calls
      </RowButton>
      {state !== 'revoked' && (
        <DeleteButton
          call={disconnectAgentCall}
          id={id}
          name={name}
          text="Its program is refused from now on, until somebody connects it again."
          verb="Disconnect"
        />
      )}
    </RowActions>
  );
}

import { PressButton, RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import type { Column } from '../../../ui/list/declaration.ts';
import { Ago, ExactTime } from '../../../ui/time/relative-time.tsx';
import { roleLabels } from '../../accounts/people/role-labels.ts';
import { type ApiKey, revokeKeyCall, takeOverKeyCall } from '../contract.ts';
import { wordScope } from '../scopes.ts';
import classes from './keys.module.css';
import { refusedWithoutCode } from './refused-without-code.ts';

type Open = (key: ApiKey) => void;
type Props = { keys: readonly ApiKey[]; onEdit: Open; onRotate: Open; onCalls: Open };

/** The keys of the account: what each may, and when it was used last. */
export function KeysList({ keys, ...actions }: Props) {
  const columns: Column<ApiKey>[] = [
    { key: 'name', title: 'Name', cell: named, card: 'title', wraps: true },
    { key: 'state', title: 'State', width: 150, cell: stateOf, card: 'badge', wraps: true },
    { key: 'scopes', title: 'Access', cell: ({ scopes }) => scopes.map(wordScope).join('; '), card: 'text', wraps: true, hideBelow: 'md' },
    { key: 'used', title: 'Last used', width: 130, cell: lastUsed, card: 'text', wraps: true, hideBelow: 'sm' },
    { key: 'actions', title: 'Actions', width: 270, align: 'right', card: 'figure', cell: (key) => <Actions of={key} {...actions} /> },
  ];
  return <DataTable list={{ columns, rowKey: ({ id }) => id, rowName: ({ name }) => name }} rows={keys} label="Keys" />;
}

const named = ({ name, starts_with, made_by, shop }: ApiKey) => (
  <>
    {name}
    <span className={classes.below}>
      <span className="mono">{starts_with}…</span> made by {made_by}
      {shop && `, sells for ${shop}`}
    </span>
  </>
);

function stateOf({ state, expires_at, former_until, made_by, maker_role }: ApiKey) {
  if (state === 'revoked') return 'Revoked';
  if (state === 'expired') return 'Expired';
  if (state === 'paused') return 'Paused: its maker left';
  if (state === 'needs_two_factor') return refusedWithoutCode(made_by);
  return (
    <>
      Active
      {expires_at && (
        <span className={classes.below}>
          until <ExactTime at={expires_at} />
        </span>
      )}
      {maker_role && maker_role !== 'account_admin' && (
        <span className={classes.below}>may what its maker may, now as {roleLabels[maker_role]}</span>
      )}
      {former_until && <span className={classes.below}>the former secret works too</span>}
    </>
  );
}

export const lastUsed = ({ last_used_at, last_address }: Pick<ApiKey, 'last_used_at' | 'last_address'>) => (
  <>
    <OnCard>Last used </OnCard>
    {last_used_at ? <Ago at={last_used_at} /> : 'never'}
    {last_address && <span className={classes.below}>{last_address}</span>}
  </>
);

function Actions({ of, onEdit, onRotate, onCalls }: { of: ApiKey } & Omit<Props, 'keys'>) {
  const { id, name, state } = of;
  const save = useSave();
  return (
    <RowActions>
      <RowButton aria-label={`Calls of ${name}`} onClick={() => onCalls(of)}>
        Calls
      </RowButton>
      {state === 'paused' && (
        <PressButton run={() => save(takeOverKeyCall, { params: { id } })} aria-label={`Take over ${name}`}>
          Take over
        </PressButton>
      )}
      {state !== 'revoked' && (
        <>
          <RowButton aria-label={`Edit ${name}`} onClick={() => onEdit(of)}>
            Edit
          </RowButton>
          <RowButton aria-label={`Rotate ${name}`} onClick={() => onRotate(of)}>
            Rotate
          </RowButton>
          <DeleteButton
            call={revokeKeyCall}
            id={id}
            name={name}
            text="Calls with this key are refused from now on, for good."
            verb="Revoke"
          />
        </>
      )}
    </RowActions>
  );
}

import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { actAsAccount } from '../../../people/accounts/contract.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { PressButton, RowActions } from '../../../ui/buttons/row-button.tsx';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { changeSession } from '../../../ui/live/freshness.ts';
import { Ago, RelativeTime } from '../../../ui/time/relative-time.tsx';
import { type ListedAccount, resumeAccountCall, suspendAccountCall } from '../contract.ts';
import { healthOf } from '../health.ts';

/** All accounts with how each does, and what a super admin does with it; nothing with their own. */
export const accountsList = (own: number, onChanged: () => void): List<ListedAccount> => ({
  noun: { one: 'account', many: 'accounts' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => href('/settings/super/accounts/:id', { id: String(id) }),
  rowName: ({ name }) => name,
  filters: [{ kind: 'search', key: 'search', label: 'Search by name', placeholder: 'Name' }],
  columns: [
    { key: 'name', title: 'Account', sort: 'ASC', cell: (account) => <Name account={account} />, card: 'title', wraps: true },
    { key: 'users', title: 'Users', cell: (account) => <Users account={account} />, width: 60, align: 'right', card: 'text' },
    { key: 'health', title: 'Connections', cell: healthOf, width: 182, card: 'text' },
    {
      key: 'orders',
      title: 'Orders, 30 days',
      cell: (account) => <Orders account={account} />,
      width: 116,
      align: 'right',
      card: 'figure',
    },
    {
      key: 'needs',
      title: 'Need a person',
      cell: ({ needsPerson, lost_node }) => (lost_node ? <Unknown /> : needsPerson.toLocaleString('en-US')),
      width: 120,
      align: 'right',
      hideBelow: 'md',
    },
    { key: 'acted', title: 'Acted as', cell: (account) => <Acted account={account} />, width: 190, hideBelow: 'lg', card: 'text' },
    {
      key: 'created_at',
      title: 'Since',
      sort: 'DESC',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
      width: 110,
      align: 'right',
      hideBelow: 'lg',
    },
    {
      key: 'actions',
      title: 'Actions',
      cell: (account) => <Actions account={account} own={own} onChanged={onChanged} />,
      width: 150,
      align: 'right',
      card: 'badge',
    },
  ],
});

function Name({ account: { name, shared, suspended_at, last_seen_at } }: { account: ListedAccount }) {
  return (
    <>
      {name}{' '}
      {shared.length > 0 && (
        <span style={{ color: 'var(--amber)', fontWeight: 400 }}>shares {shared.join(', ')} with another account · </span>
      )}
      <span className="soft" style={{ fontWeight: 400 }}>
        {suspended_at ? (
          <>
            suspended <Ago at={suspended_at} />
          </>
        ) : last_seen_at ? (
          <>
            seen <Ago at={last_seen_at} />
          </>
        ) : (
          'never signed in'
        )}
      </span>
    </>
  );
}

/** On a card nothing else says what is counted. */
function Users({ account: { users } }: { account: ListedAccount }) {
  return (
    <>
      {users.toLocaleString('en-US')}
      <OnCard> {users === 1 ? 'user' : 'users'}</OnCard>
    </>
  );
}

/** What only a lost database node knows. */
const Unknown = () => <span className="faint">unknown</span>;

function Orders({ account: { orders, lost_node } }: { account: ListedAccount }) {
  if (lost_node) return <Unknown />;
  return (
    <>
      {orders.toLocaleString('en-US')}
      <OnCard> {orders === 1 ? 'order' : 'orders'}</OnCard>
    </>
  );
}

function Acted({ account: { acted, lost_node } }: { account: ListedAccount }) {
  if (lost_node) return <Unknown />;
  if (!acted)
    return (
      <span className="faint">
        never<OnCard> acted as</OnCard>
      </span>
    );
  return (
    <>
      <OnCard>acted as </OnCard>
      <Ago at={acted.at} /> <span className="soft">by {acted.who}</span>
    </>
  );
}

type Props = { account: ListedAccount; own: number; onChanged: () => void };

function Actions({ account: { id, name, suspended_at }, own, onChanged }: Props) {
  if (id === own) return <span className="faint">you are in it</span>;
  const change = async () => {
    const { message } = await call(suspended_at ? resumeAccountCall : suspendAccountCall, { params: { id } });
    showAlert('success', message);
    onChanged();
  };
  const enter = () => changeSession(() => call(actAsAccount, { body: { accountId: id } }), href('/'));
  return (
    <RowActions>
      <PressButton run={enter} aria-label={`Act as ${name}`}>
        Act as
      </PressButton>
      <PressButton run={change} aria-label={`${suspended_at ? 'Resume' : 'Suspend'} ${name}`}>
        {suspended_at ? 'Resume' : 'Suspend'}
      </PressButton>
    </RowActions>
  );
}

/** Where a table of a database of several nodes is. */
export type Place = 'by account' | 'everywhere' | 'coordinator';
export type Table = { name: string; hasAccount: boolean };
/** `columns` and those that they refer to, in the same order. */
export type ForeignKey = { from: string; to: string; columns: string[]; toColumns: string[] };

/** What is said of each place. */
export const placeNames: Readonly<Record<Place, string>> = {
  'by account': 'By account, the rows of each account on one node',
  everywhere: 'Whole on every node',
  coordinator: 'On the coordinator alone',
};

const byAll = 'tables of every account refer to it, and policies of rows ask it on their node';
const forKeys = 'a call with a key is let in, as a person is, without asking the nodes, and what changes of a key is announced by NOTIFY';

/** Tables that are elsewhere than their columns say, and why. Any other is by account if it has one, and otherwise on the coordinator. */
const exceptions: Readonly<Record<string, { place: Place; why: string }>> = {
  accounts: { place: 'everywhere', why: byAll },
  users: { place: 'everywhere', why: byAll },
  members: { place: 'everywhere', why: 'who signs in is looked up in all accounts, and the policy of users asks it on their node' },
  former_members: { place: 'everywhere', why: 'the policy of users asks it on their node' },
  api_keys: { place: 'coordinator', why: forKeys },
  api_key_secrets: { place: 'coordinator', why: forKeys },
  agent_tokens: { place: 'coordinator', why: forKeys },
  api_key_uses: { place: 'coordinator', why: 'it refers to api_keys' },
  api_calls: { place: 'coordinator', why: 'it refers to api_keys' },
  api_replies: { place: 'coordinator', why: 'it refers to api_keys' },
};

export const exceptionNames: readonly string[] = Object.keys(exceptions);

export const placeOf = ({ name, hasAccount }: Table): Place => exceptions[name]?.place ?? (hasAccount ? 'by account' : 'coordinator');

/** Whether the engine can keep a foreign key from a table to another: it has to find what it refers to on the same node. */
export function isKept({ columns, toColumns }: ForeignKey, from: Place, to: Place): boolean {
  if (to === 'everywhere') return true;
  if (from !== to) return false;
  const at = columns.indexOf('account_id');
  return to === 'coordinator' || (at >= 0 && toColumns[at] === 'account_id');
}
